import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { runSources } from './run-sources.ts'

/** The pages that strangers open first, and where the code of each begins. */
const pages = { login: 'features/auth/LoginScreen.tsx' }

/**
 * Writes a page of its own for each of these addresses (`login.html` for /login): the app's page with the markup in it that
 * the app will show there, so that it is seen before any script has come. It takes no input until the app has replaced
 * it: what is typed into it would be lost, and a form that is sent without the app would put a password into the address.
 */
export const prerenderFirstPages = (defined: Record<string, string>): Plugin => ({
  name: 'prerender-first-pages',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const app = bundle['app.html']
    if (app?.type !== 'asset') throw new Error('The build has no app.html')
    const html = startedAfterPaint(String(app.source), bundle)
    await runSources(defined, async ({ prerenderPage }) => {
      for (const [name, source] of Object.entries(pages)) {
        const page = withMarkup(html, await prerenderPage(`/${name}`), filesOf(source, bundle))
        await writeFile(path.join(dir, `${name}.html`), page)
      }
    })
  },
})

/**
 * The scripts of the app are only named, as links that no browser knows: `public/after-paint.js` makes it fetch them once the
 * picture stands, and runs the first of them.
 */
function startedAfterPaint(html: string, bundle: Rolldown.OutputBundle): string {
  const entry = Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry && file.name === 'app')
  return html
    .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/g, (_, src: string) =>
      src === `/${entry?.fileName}` ? `<link rel="modulepreload" data-app crossorigin href="${src}">` : '',
    )
    .replace('</head>', '<script type="module" src="/after-paint.js"></script></head>')
    .replaceAll('rel="modulepreload"', 'data-ahead')
}

function withMarkup(html: string, markup: string, files: Set<string>): string {
  const links = [...files]
    .filter(file => !html.includes(`"/${file}"`))
    .map(file => {
      const rel = file.endsWith('.css') ? 'rel="stylesheet"' : 'data-ahead'
      return `<link ${rel} crossorigin href="/${file}">`
    })
  return html
    .replace('</head>', `${links.join('')}</head>`)
    .replace('<div id="root">', `<div id="root"><div class="first-paint" inert>${markup}</div>`)
}

/** The scripts and style sheets that a page needs at once. */
function filesOf(source: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  const chunk = Object.values(bundle).find(
    file => file.type === 'chunk' && (file.fileName === source || file.facadeModuleId?.endsWith(`/src/${source}`)),
  )
  if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk of ${source}`)
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
  for (const next of chunk.imports) filesOf(next, bundle, seen)
  return seen
}
