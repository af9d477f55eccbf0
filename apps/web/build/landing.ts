import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Prerender, runSources } from './run-sources.ts'

/** Where the little that the page has of script and style begins. */
const entry = 'src/app/landing.ts'

/**
 * Writes `landing.html`: the whole page as markup, one style sheet and one small script of its own. Nothing of the app is
 * in it, and whoever only reads it fetches nothing of the app.
 */
export const writeLanding = (defined: Record<string, string>): Plugin => ({
  name: 'write-landing',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const { script, styleSheet } = await buildFiles(dir)
    await runSources(defined, async ({ prerenderLanding }) => {
      await writeFile(path.join(dir, 'landing.html'), await prerenderLanding({ script: { src: script }, styleSheet }))
    })
  },
})

/** In development it is written for each request; without it the app would be sent there, and lead back for ever. */
export const serveLanding: Plugin = {
  name: 'serve-landing',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/landing', (request, response, next) => {
      if (!/^\/?($|\?)/.test(request.url ?? '')) return next()
      const page = async () => {
        const { prerenderLanding } = (await server.ssrLoadModule('/src/app/prerender.tsx')) as Prerender
        return await prerenderLanding({ script: { src: `/${entry}`, type: 'module' }, styleSheet: null })
      }
      page().then(html => response.setHeader('Content-Type', 'text/html').end(html), next)
    })
  },
}

/** A build of its own: in that of the app its modules would be put into what every page needs. */
async function buildFiles(outDir: string): Promise<{ script: string; styleSheet: string }> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      // As one plain script that runs in the head, with the style sheet beside it.
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: entry,
        output: {
          format: 'iife',
          entryFileNames: 'assets/landing-[hash].js',
          assetFileNames: 'assets/landing-[hash][extname]',
        },
      },
    },
  })) as Rolldown.RolldownOutput
  const named = (end: string) => {
    const file = built.output.find(({ fileName }) => fileName.endsWith(end))
    if (!file) throw new Error(`The landing page has no ${end}`)
    return `/${file.fileName}`
  }
  return { script: named('.js'), styleSheet: named('.css') }
}
