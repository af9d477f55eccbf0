import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '../errors.ts'
import { type Encoding, encodingFor } from './content-encoding.ts'
import { type LinkCard, quoted, tagsOf } from './link-card.ts'
import { methodNotAllowed } from './methods.ts'
import { rangeOf } from './range.ts'

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

/** A file of the build with the encoded forms it has; pictures and very small texts have none. */
interface WebFile {
  plain: Buffer
  encoded: ReadonlyMap<Encoding, Buffer>
  type: string
  hash: string
  isImmutable: boolean
}

/**
 * Serves the built web app: files under their own names (hashed ones for ever), `NAME.html` at `/NAME`, the landing page at
 * the empty address too, and the app's page for every other one, so that links into the app open it. Texts go out in the smallest
 * form the browser takes. `facts` of this installation are written into every page, and into what the home screen is told; what
 * `cardOf` knows of an address is written into the page that is answered there. Where it refuses with `too_many_requests` the page
 * comes without, as a 429: that costs nothing, and its reader sees more than an error in JSON.
 */
export function webApp(
  dist: string,
  facts: Record<string, string>,
  cardOf: (url: string, c: Context) => Promise<LinkCard | null> = async () => null,
): MiddlewareHandler {
  const files = new Map<string, Promise<WebFile | null>>()
  const textOf = (name: string) => readFileSync(path.join(dist, name), 'utf8')
  const pageOf = (html: string) => writtenFile(html, 'text/html; charset=utf-8')
  const pages = new Map(
    globSync('*.html', { cwd: dist }).map(name => [
      `/${path.parse(name).name}`,
      pageOf(withFacts(textOf(name), facts)),
    ]),
  )
  for (const name of globSync('*.webmanifest', { cwd: dist }))
    files.set(`/${name}`, Promise.resolve(writtenFile(filledIn(textOf(name), facts, inJson), types['.webmanifest']!)))
  const app = withFacts(textOf('app.html'), facts)

  // Cached by content. Whether a card may be shown is checked on each request.
  const withCards = new Map<string, WebFile>()
  function appWith(card: LinkCard): WebFile {
    const tags = tagsOf(card)
    const page = withCards.get(tags) ?? writtenFile(withTags(app, tags), 'text/html; charset=utf-8', quickly)
    withCards.delete(tags)
    withCards.set(tags, page)
    if (withCards.size > keptPages) withCards.delete(withCards.keys().next().value!)
    return page
  }

  const find = (url: string): Promise<WebFile | null> => {
    const known = files.get(url)
    if (known) return known
    const read = readWebFile(dist, url)
    if (files.size < 1000) files.set(url, read)
    return read
  }

  return async (c, next) => {
    const url = c.req.path
    const isPage = ['', '.html'].includes(path.extname(url))
    if (!reads.includes(c.req.method)) {
      if (isPage || (await find(url))) throw methodNotAllowed(reads)
      return await next()
    }
    const page = pages.get(pageAt(url))
    // Serve the page without its card; the app shows the error.
    const card = isPage && !page ? await cardOf(url, c).catch(refusalOf) : null
    const file = isPage ? (page ?? (card && !isRefusal(card) ? appWith(card) : pages.get('/app')!)) : await find(url)
    if (!file) return await next()
    const answered = isRefusal(card)
      ? tooMany(file, c.req.raw.headers, card)
      : file.type.startsWith('audio/')
        ? sound(file, c.req.raw)
        : answer(file, c.req.raw.headers)
    if (isUnlisted(url)) answered.headers.set('X-Robots-Tag', 'noindex')
    return answered
  }
}

const reads = ['GET', 'HEAD']

/** Of pages with a card: each has some ten kilobytes. */
const keptPages = 500

const isRefusal = (card: LinkCard | AppError | null): card is AppError => card instanceof AppError
const refusalOf = (error: unknown): AppError | null =>
  error instanceof AppError && error.code === 'too_many_requests' ? error : null

function tooMany(page: WebFile, asked: Headers, { retryAfterSeconds }: AppError): Response {
  const { body, headers } = answer(page, new Headers({ 'Accept-Encoding': asked.get('accept-encoding') ?? '' }))
  headers.set('Cache-Control', 'no-store')
  headers.delete('ETag')
  if (retryAfterSeconds) headers.set('Retry-After', String(retryAfterSeconds))
  return new Response(body, { status: 429, headers })
}

/** An app that is begun at the empty address is led home from there by the page's script. */
const pageAt = (url: string): string => url.replace(/(\.html|\/)$/, '') || '/landing'

/** What a summary is of belongs to others, and its link was given to few: search engines list neither. */
const isUnlisted = (url: string): boolean => url.startsWith('/history-detail/')

function answer(file: WebFile, asked: Headers): Response {
  const encoding = encodingFor(asked.get('accept-encoding') ?? undefined, new Set(file.encoded.keys()))
  const body = (encoding && file.encoded.get(encoding)) ?? file.plain
  // Each form has a tag of its own: they differ byte by byte (RFC 9110 §8.8.3.3).
  const tag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  const headers = {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
    ...(file.encoded.size > 0 ? { Vary: 'Accept-Encoding' } : {}),
  }
  if (hasAlready(tag, asked.get('if-none-match'))) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(body), {
    headers: {
      ...headers,
      'Content-Type': file.type,
      'Content-Length': String(body.byteLength),
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  })
}

/** Sound also goes out in parts: some browsers cannot move in it otherwise. */
function sound(file: WebFile, { method, headers }: Request): Response {
  const whole = answer(file, headers)
  whole.headers.set('Accept-Ranges', 'bytes')
  // Ranges are of GET alone (RFC 9110 §14.2), and of what the browser has not already.
  const range = method === 'GET' && whole.ok ? rangeOf(headers.get('range') ?? undefined, file.plain.byteLength) : null
  if (!range) return whole
  const { first, last } = range
  whole.headers.set('Content-Length', String(last - first + 1))
  whole.headers.set('Content-Range', `bytes ${first}-${last}/${file.plain.byteLength}`)
  return new Response(new Uint8Array(file.plain.subarray(first, last + 1)), { status: 206, headers: whole.headers })
}

/** Whether `If-None-Match` names the tag; a proxy may have weakened it (RFC 9110 §13.1.2). */
const hasAlready = (tag: string, header: string | null): boolean =>
  (header ?? '').split(',').some(known => ['*', tag].includes(known.trim().replace(/^W\//, '')))

/** Reads a file with the encoded forms that the build has laid beside it. */
async function readWebFile(dist: string, url: string): Promise<WebFile | null> {
  // No part begins with a dot: neither the folder above nor what the build keeps for itself.
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
const thoroughly: Effort = { brotli: 11, gzip: 9 }
/** For what is written while others wait. */
const quickly: Effort = { brotli: 5, gzip: 6 }

/** Written for this installation, so it is encoded here and not by the build. */
function writtenFile(text: string, type: string, effort = thoroughly): WebFile {
  const plain = Buffer.from(text)
  const encoded = new Map<Encoding, Buffer>([
    ['br', brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli } })],
    ['gzip', gzipSync(plain, { level: effort.gzip })],
  ])
  return { plain, encoded, type, hash: hashOf(plain), isImmutable: false }
}

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 16)

/** What the page must know before it asks: `<meta name=… content=…>` in its head, and in place of each `%name%`. */
function withFacts(html: string, facts: Record<string, string>): string {
  const tags = Object.entries(facts).map(([name, fact]) => `<meta name="${name}" content="${quoted(fact)}">`)
  return filledIn(withTags(html, tags.join('')), facts, quoted)
}

const withTags = (html: string, tags: string): string => html.replace('</head>', () => `${tags}</head>`)

const filledIn = (text: string, facts: Record<string, string>, written: (fact: string) => string): string =>
  Object.entries(facts).reduce((all, [name, fact]) => all.replaceAll(`%${name}%`, () => written(fact)), text)

const inJson = (fact: string): string => JSON.stringify(fact).slice(1, -1)
