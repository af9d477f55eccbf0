import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { withAppSources } from './app-sources.ts'

/** Pages that visitors open first, with their entry modules. */
const pages = { login: 'features/auth/LoginScreen.tsx' }

/**
 * Writes an HTML file for each of these paths (`login.html` for /login): the app's page with prerendered markup, visible before
 * any script has loaded. It is inert until the app replaces it: input would be lost, and a form submitted without the app would
 * put a password into the URL.
 */
export const prerenderFirstPages = (defined: Record<string, string>): Plugin => ({
  name: 'prerender-first-pages',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const app = bundle['app.html']
    if (app?.type !== 'asset') throw new Error('The build has no app.html')
    const html = startedAfterPaint(String(app.source), bundle)
    await withAppSources(defined, async ({ prerenderPage }) => {
      for (const [name, source] of Object.entries(pages)) {
        const page = withMarkup(html, await prerenderPage(`/${name}`), filesOf(source, bundle))
        await writeFile(path.join(dir, `${name}.html`), page)
      }
    })
  },
})

/**
 * Replaces the app's scripts with links that browsers ignore. `public/after-paint.js` fetches them after the first paint and
 * runs the entry script.
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

/** Scripts and style sheets that a page imports statically. */
function filesOf(source: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  const chunk = Object.values(bundle).find(
    file => file.type === 'chunk' && (file.fileName === source || file.facadeModuleId?.endsWith(`/src/${source}`)),
  )
  if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk for ${source}`)
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
  for (const next of chunk.imports) filesOf(next, bundle, seen)
  return seen
}
