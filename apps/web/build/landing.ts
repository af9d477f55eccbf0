import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { type Prerender, withAppSources } from './app-sources.ts'

/** Entry for the page's scripts and styles. */
const entry = 'src/app/landing.ts'

/** Writes `landing.html`: complete markup, one style sheet and one small script. It loads none of the app's code. */
export const writeLanding = (defined: Record<string, string>): Plugin => ({
  name: 'write-landing',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const { script, styleSheet } = await buildFiles(dir)
    await withAppSources(defined, async ({ prerenderLanding }) => {
      await writeFile(path.join(dir, 'landing.html'), await prerenderLanding({ script: { src: script }, styleSheet }))
    })
  },
})

/** Renders the page per request in development. Without it, `/landing` would serve the app, which redirects there endlessly. */
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

/** A separate build: as part of the app's, its modules would end up in the chunk that every page loads. */
async function buildFiles(outDir: string): Promise<{ script: string; styleSheet: string }> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      assetsInlineLimit: 0,
      // One classic script for the head, and one style sheet.
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
  const pathOf = (extension: string) => {
    const file = built.output.find(({ fileName }) => fileName.endsWith(extension))
    if (!file) throw new Error(`The landing page build has no ${extension} file`)
    return `/${file.fileName}`
  }
  return { script: pathOf('.js'), styleSheet: pathOf('.css') }
}
