import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import { chooseEncoding, type Encoding } from './content-encoding.ts'
import { escapeAttribute, type LinkCard, linkCardTags } from './link-card.ts'
import { methodNotAllowed } from './methods.ts'
import { parseRange } from './range.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
}

/** A file of the build and its compressed versions. Pictures and very small texts have none. */
interface WebFile {
  plain: Buffer
  encoded: ReadonlyMap<Encoding, Buffer>
  type: string
  hash: string
  isImmutable: boolean
}

/**
 * Serves the built web app: files under their own names (hashed ones are immutable), `NAME.html` at `/NAME`, the landing page
 * also at `/`, and the app's page for every other path, so that links into the app work. Texts are compressed. `facts` about
 * this installation go into every page and into the web app manifest; the link card that `cardOf` returns for a path goes into
 * its page. If `cardOf` throws `too_many_requests`, answers 429 with the page without a card, which is cheap and better for
 * the user than JSON.
 */
export function serveWebApp(
  dist: string,
  facts: Record<string, string>,
  cardOf: (url: string, c: Context) => Promise<LinkCard | null> = async () => null,
): MiddlewareHandler {
  const files = new Map<string, Promise<WebFile | null>>()
  const readText = (name: string) => readFileSync(path.join(dist, name), 'utf8')
  const createPage = (html: string) => generatedFile(html, 'text/html; charset=utf-8')
  const pages = new Map(
    globSync('*.html', { cwd: dist }).map(name => [
      `/${path.parse(name).name}`,
      createPage(withFacts(readText(name), facts)),
    ]),
  )
  for (const name of globSync('*.webmanifest', { cwd: dist }))
    files.set(
      `/${name}`,
      Promise.resolve(generatedFile(fillIn(readText(name), facts, escapeJson), types['.webmanifest']!)),
    )
  const app = withFacts(readText('app.html'), facts)

  // Cached by content. Whether a card may be shown is checked on each request.
  const pagesWithCards = new Map<string, WebFile>()
  function appWith(card: LinkCard): WebFile {
    const tags = linkCardTags(card)
    const page = pagesWithCards.get(tags) ?? generatedFile(withTags(app, tags), 'text/html; charset=utf-8', fastEffort)
    pagesWithCards.delete(tags)
    pagesWithCards.set(tags, page)
    if (pagesWithCards.size > maxCachedPages) pagesWithCards.delete(pagesWithCards.keys().next().value!)
    return page
  }

  const find = (url: string): Promise<WebFile | null> => {
    const cached = files.get(url)
    if (cached) return cached
    const file = readWebFile(dist, url)
    if (files.size < 1000) files.set(url, file)
    return file
  }

  return async (c, next) => {
    const url = c.req.path
    const isPage = ['', '.html'].includes(path.extname(url))
    if (!readMethods.includes(c.req.method)) {
      if (isPage || (await find(url))) throw methodNotAllowed(readMethods)
      return await next()
    }
    const page = pages.get(pagePath(url))
    // After other errors, serve the page without its card; the app shows the error.
    const card = isPage && !page ? await cardOf(url, c).catch(tooManyRequestsOrNull) : null
    const file = isPage ? (page ?? (card && !isError(card) ? appWith(card) : pages.get('/app')!)) : await find(url)
    if (!file) return await next()
    const response = isError(card)
      ? tooManyRequests(file, c.req.raw.headers, card)
      : file.type.startsWith('audio/')
        ? serveAudio(file, c.req.raw)
        : serveFile(file, c.req.raw.headers)
    if (isUnlisted(url)) response.headers.set('X-Robots-Tag', 'noindex')
    return response
  }
}

const readMethods = ['GET', 'HEAD']

/** Cached pages with a card; each has about ten kilobytes. */
const maxCachedPages = 500

const isError = (card: LinkCard | AppError | null): card is AppError => card instanceof AppError
const tooManyRequestsOrNull = (error: unknown): AppError | null =>
  error instanceof AppError && error.code === 'too_many_requests' ? error : null

function tooManyRequests(page: WebFile, requested: Headers, { retryAfterSeconds }: AppError): Response {
  const { body, headers } = serveFile(page, new Headers({ 'Accept-Encoding': requested.get('accept-encoding') ?? '' }))
  headers.set('Cache-Control', 'no-store')
  headers.delete('ETag')
  if (retryAfterSeconds) headers.set('Retry-After', String(retryAfterSeconds))
  return new Response(body, { status: 429, headers })
}

/** The landing page for `/`. When the installed app starts there, the page's script redirects it to the home screen. */
const pagePath = (url: string): string => url.replace(/(\.html|\/)$/, '') || '/landing'

/** Summaries stay out of search engines: their videos belong to others, and their links are only meant for a few people. */
const isUnlisted = (url: string): boolean => url.startsWith('/history-detail/')

function serveFile(file: WebFile, requested: Headers): Response {
  const encoding = chooseEncoding(requested.get('accept-encoding') ?? undefined, new Set(file.encoded.keys()))
  const body = (encoding && file.encoded.get(encoding)) ?? file.plain
  // Each encoding needs its own ETag, because the bytes differ (RFC 9110 §8.8.3.3).
  const tag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  const headers = {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
    ...(file.encoded.size > 0 ? { Vary: 'Accept-Encoding' } : {}),
  }
  if (isCached(tag, requested.get('if-none-match'))) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(body), {
    headers: {
      ...headers,
      'Content-Type': file.type,
      'Content-Length': String(body.byteLength),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}

/** Supports range requests, without which some browsers cannot seek. */
function serveAudio(file: WebFile, { method, headers }: Request): Response {
  const full = serveFile(file, headers)
  full.headers.set('Accept-Ranges', 'bytes')
  // Ranges are only defined for GET (RFC 9110 §14.2), and do not apply to a 304.
  const range =
    method === 'GET' && full.ok ? parseRange(headers.get('range') ?? undefined, file.plain.byteLength) : null
  if (!range) return full
  const { first, last } = range
  full.headers.set('Content-Length', String(last - first + 1))
  full.headers.set('Content-Range', `bytes ${first}-${last}/${file.plain.byteLength}`)
  return new Response(new Uint8Array(file.plain.subarray(first, last + 1)), { status: 206, headers: full.headers })
}

/** Whether `If-None-Match` contains the tag, which a proxy may have weakened (RFC 9110 §13.1.2). */
const isCached = (tag: string, header: string | null): boolean =>
  (header ?? '').split(',').some(cached => ['*', tag].includes(cached.trim().replace(/^W\//, '')))

/** Reads a file and its compressed versions from the build. */
async function readWebFile(dist: string, url: string): Promise<WebFile | null> {
  // No part may start with a dot, which excludes parent folders and internal files of the build.
  if (!/^(\/[\w-][\w.-]*)+$/.test(url)) return null
  const type = types[path.extname(url)]
  if (!type) return null
  const read = (suffix: string) => readFile(path.join(dist, url + suffix)).catch(() => null)
  const [plain, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')])
  if (!plain) return null
  const encoded = new Map<Encoding, Buffer>()
  if (br) encoded.set('br', br)
  if (gzip) encoded.set('gzip', gzip)
  return { plain, encoded, type, hash: hashOf(plain), isImmutable: url.startsWith('/assets/') }
}

interface Effort {
  brotli: number
  gzip: number
}
const maxEffort: Effort = { brotli: 11, gzip: 9 }
/** For pages that are generated during a request. */
const fastEffort: Effort = { brotli: 5, gzip: 6 }

/** A file whose content depends on this installation, so the build cannot compress it. */
function generatedFile(text: string, type: string, effort = maxEffort): WebFile {
  const plain = Buffer.from(text)
  const encoded = new Map<Encoding, Buffer>([
    ['br', brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli } })],
    ['gzip', gzipSync(plain, { level: effort.gzip })],
  ])
  return { plain, encoded, type, hash: hashOf(plain), isImmutable: false }
}

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 16)

/** Adds facts that a page needs before its first request, as `<meta name=… content=…>`, and replaces each `%name%`. */
function withFacts(html: string, facts: Record<string, string>): string {
  const tags = Object.entries(facts).map(([name, fact]) => `<meta name="${name}" content="${escapeAttribute(fact)}">`)
  return fillIn(withTags(html, tags.join('')), facts, escapeAttribute)
}

const withTags = (html: string, tags: string): string => html.replace('</head>', () => `${tags}</head>`)

const fillIn = (text: string, facts: Record<string, string>, escapeFact: (fact: string) => string): string =>
  Object.entries(facts).reduce((result, [name, fact]) => result.replaceAll(`%${name}%`, () => escapeFact(fact)), text)

const escapeJson = (fact: string): string => JSON.stringify(fact).slice(1, -1)
