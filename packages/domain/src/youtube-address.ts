import { parsedUrl } from './parsed-url.ts'
/**
 * Finds YouTube addresses in pasted text. A paste is rarely a clean address: phones add words around it, chat programs
 * wrap it in quotes or angle brackets, pages hand it over with `&amp;`, and Google wraps it in redirects.
 */

export type YouTubeHost = 'site' | 'short' | 'image'

export type Address = { kind: 'youtube'; host: YouTubeHost; url: URL } | { kind: 'elsewhere' }

/** The most text that is looked at; a limit before any pattern runs. */
export const MAX_PASTE_CHARS = 100_000
const MAX_TOKEN_CHARS = 4_096
const MAX_TOKENS = 5_000
const MAX_REDIRECTS = 3

/** The pieces of a paste that may each be a link or an id, in order, without quotes, brackets and other wrapping. */
export const pasteTokens = (text: string): string[] =>
  text
    .slice(0, MAX_PASTE_CHARS)
    .replace(invisible, '')
    .replaceAll('&amp;', '&')
    // Two addresses pasted without a space; one behind `=` or `/` is part of the address before it.
    .replace(/([^=/\s])(?=https?:\/\/)/g, '$1 ')
    .split(separators, MAX_TOKENS)
    .filter(token => token.length > 0 && token.length <= MAX_TOKEN_CHARS)

/** Reads one token as an address, or `null` when it is none. Redirects of Google and YouTube are unwrapped. */
export const readAddress = (token: string): Address | null => {
  let url = readUrl(token)
  if (url === null) return null
  for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
    const target = redirectTarget(url)
    if (target === null) break
    url = target
  }
  const host = youTubeHost(url)
  return host === null ? { kind: 'elsewhere' } : { kind: 'youtube', host, url }
}

/** The non-empty parts of the path, decoded where they can be. */
export const pathParts = (url: URL): string[] =>
  url.pathname
    .split('/')
    .filter(part => part !== '')
    .map(safeDecode)

// Soft hyphens, directional marks, zero-width characters and the byte order mark survive copying and are never seen.
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g
const separators = /[\s<>"'`“”‘’„«»()[\]{}|\\^,;]+/

const hostNames = ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'youtubekids.com', 'youtube.googleapis.com']

const readUrl = (token: string): URL | null => {
  const bare = token.replace(/^[.:!?*_~-]+/, '')
  const text = /^https?%3A%2F%2F/i.test(bare) ? safeDecode(bare) : bare
  const scheme = text.search(/https?:\/\//i)
  if (scheme >= 0) return toUrl(text.slice(scheme))
  const app = /^vnd\.youtube:(?:\/\/)?([\w-]+)/i.exec(text) ?? /^youtube:\/\/(?:watch\?v=)?([\w-]{11})$/i.exec(text)
  if (app !== null) return toUrl(`https://youtu.be/${app[1]}`)
  // What is left when the host was not copied with it, or when a moment was added to an id.
  if (/^\/?watch\?(?:[^\s?]{0,200}&)?v=[\w-]/i.test(text))
    return toUrl(`https://youtube.com/${text.replace(/^\//, '')}`)
  if (/^[\w-]{11}[?&](?:t|si|list|feature)=/.test(token)) return toUrl(`https://youtu.be/${token}`)
  return toUrl(`https://${text.slice(hostStart(text))}`)
}

/** Where a host without scheme begins: `Look:m.youtube.com/watch` at `m`. */
const hostStart = (text: string): number => {
  const lower = text.toLowerCase()
  const found = hostNames.map(name => lower.indexOf(name)).filter(at => at >= 0)
  if (found.length === 0) return 0
  let at = Math.min(...found)
  while (at > 0 && /[a-z0-9.-]/.test(lower[at - 1] ?? '')) at--
  return at
}

const toUrl = (text: string): URL | null => {
  // `watch&v=…`: the question mark was lost on the way.
  const repaired = text.includes('?') ? text : text.replace('&', '?')
  const url = parsedUrl(repaired)
  return url && /\.[a-z][a-z0-9-]+\.?$/.test(url.hostname) ? url : null
}

const youTubeHost = (url: URL): YouTubeHost | null => {
  const host = url.hostname.replace(/\.$/, '')
  if (isOrUnder(host, 'youtu.be')) return 'short'
  if (isOrUnder(host, 'ytimg.com') || host === 'img.youtube.com') return 'image'
  return hostNames.some(name => isOrUnder(host, name)) ? 'site' : null
}

const isOrUnder = (host: string, name: string) => host === name || host.endsWith(`.${name}`)

/** Consent pages, sign-in pages, share attributions, embeds and Google's result links carry the address inside. */
const redirectTarget = (url: URL): URL | null => {
  const host = url.hostname
  const path = url.pathname
  const google = /^(?:www|consent|accounts)\.google\.[a-z.]{2,8}$/.test(host)
  const carriers = ['/attribution_link', '/signin', '/redirect', '/oembed']
  const carried = isOrUnder(host, 'youtube.com') && (host.startsWith('consent.') || carriers.includes(path))
  if (!google && !carried) return null
  for (const name of ['continue', 'u', 'url', 'q', 'next']) {
    const target = url.searchParams.get(name)
    if (target === null) continue
    const base = google ? undefined : 'https://www.youtube.com'
    const inner = parsedUrl(target, base)
    if (inner) return inner
  }
  return null
}

const safeDecode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
