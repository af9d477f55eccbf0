import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

interface Page {
  body: Buffer
  zipped: Buffer | null
  type: string
  isImmutable: boolean
}

/**
 * Serves the built web app: files under their own names (hashed ones for ever), and the app's page for every other
 * address a browser navigates to, so that links into the app open it.
 */
export function webApp(dist: string, meta: Record<string, string>): MiddlewareHandler {
  const pages = new Map<string, Promise<Page | null>>()
  const app = zipped(Buffer.from(withMeta(readFileSync(path.join(dist, 'app.html'), 'utf8'), meta)), '.html', false)

  const find = (url: string): Promise<Page | null> => {
    const known = pages.get(url)
    if (known) return known
    const read = readPage(dist, url)
    if (pages.size < 1000) pages.set(url, read)
    return read
  }

  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return await next()
    const url = c.req.path
    const isApp = url === '/' || url === '/app.html' || !path.extname(url)
    const page = isApp ? app : await find(url)
    if (!page) return await next()
    const isZipped = page.zipped !== null && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    const body = isZipped ? page.zipped! : page.body
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: {
        'Content-Type': page.type,
        'Content-Length': String(body.byteLength),
        'Cache-Control': page.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(page.zipped ? { Vary: 'Accept-Encoding' } : {}),
        ...(isZipped ? { 'Content-Encoding': 'gzip' } : {}),
      },
    })
  }
}

async function readPage(dist: string, url: string): Promise<Page | null> {
  if (!/^(\/[\w.-]+)+$/.test(url) || url.includes('..')) return null
  const extension = path.extname(url)
  if (!types[extension]) return null
  const body = await readFile(path.join(dist, url)).catch(() => null)
  return body && zipped(body, extension, url.startsWith('/assets/'))
}

function zipped(body: Buffer, extension: string, isImmutable: boolean): Page {
  const isText = /text|javascript|json|svg/.test(types[extension]!)
  return {
    body,
    zipped: isText && body.byteLength > 1000 ? gzipSync(body, { level: 9 }) : null,
    type: types[extension]!,
    isImmutable,
  }
}

/** Facts of this installation that the page must know before it asks: `<meta name=… content=…>` in its head. */
function withMeta(html: string, meta: Record<string, string>): string {
  const quoted = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
  const tags = Object.entries(meta).map(([name, content]) => `<meta name="${name}" content="${quoted(content)}">`)
  return html.replace('</head>', `${tags.join('')}</head>`)
}
