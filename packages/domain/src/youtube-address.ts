import { wrappedAddress } from './link-wrappers.ts'
import { parsedUrl, safeDecode } from './parsed-url.ts'
import { type YouTubeHost, youTubeHost, youTubeHostStart } from './youtube-hosts.ts'

/**
 * Finds YouTube addresses in pasted text. A paste is rarely a clean address: phones add words around it, chat programs
 * wrap it in quotes or angle brackets, pages hand it over with `&amp;`, and mail filters wrap it in addresses of their own.
 */

export type Address = { kind: 'youtube'; host: YouTubeHost; url: URL } | { kind: 'elsewhere' }

/** The most text that is looked at; a limit before any pattern runs. */
export const MAX_PASTE_CHARS = 100_000
const MAX_TOKEN_CHARS = 8_192
const MAX_TOKENS = 5_000
/** A link may be wrapped by a chat, a mail filter, another mail filter, a search and a page that asks for consent. */
const MAX_WRAPPERS = 6
const MAX_ESCAPES = 3

/** The pieces of a paste that may each be a link or an id, in order, without quotes, brackets and other wrapping. */
export const pasteTokens = (text: string): string[] =>
  /^[\w@./:?=-]{1,200}$/.test(text) && !/\whttps?:/i.test(text) ? [text] : splitPaste(text)

const splitPaste = (text: string): string[] =>
  text
    .slice(0, MAX_PASTE_CHARS)
    .replace(invisible, '')
    .replace(/&(?:amp;|#38;|#x26;)+/gi, '&')
    // As programs write addresses in JSON.
    .replaceAll('\\/', '/')
    .replace(/\\u0026/gi, '&')
    .replace(/\\u003d/gi, '=')
    // A semicolon divides links, but not those of Proofpoint: there it leads to what was taken out.
    .replace(/__;(?=[\w-]+!)/g, '__%3B')
    // Two addresses pasted without a space; one behind `=` or `/`, or behind `/__`, is part of the address before it.
    .replace(/(\/_{2,3}|[^=/?#&:@%+!*~\s])(?=https?:\/\/)/gi, before =>
      before.startsWith('/') ? before : `${before} `,
    )
    .split(separators, MAX_TOKENS)
    .filter(token => token.length > 0 && token.length <= MAX_TOKEN_CHARS)

/** Reads one token as an address, or `null` when it is none. Addresses inside those of other services are unwrapped. */
export const readAddress = (token: string): Address | null => {
  let url = readUrl(token)
  if (url === null) return null
  for (let wrappers = 0; wrappers < MAX_WRAPPERS; wrappers++) {
    const target = wrappedAddress(url)
    const inner = target === null ? null : readUrl(target.slice(0, MAX_TOKEN_CHARS))
    if (inner === null) break
    url = inner
  }
  const host = youTubeHost(url.hostname)
  return host === null ? { kind: 'elsewhere' } : { kind: 'youtube', host, url: pageOf(url) }
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

const readUrl = (token: string): URL | null => {
  const text = unescaped(token.replace(/^[.:!?*_~-]+/, ''))
  const scheme = text.search(/https?:\/\//i)
  if (scheme >= 0) return toUrl(isLead(text.slice(0, scheme)) ? text.slice(scheme) : `https://${text}`)
  const app = readApp(text)
  if (app !== null) return app
  // What is left when the host was not copied with it, or when a moment was added to an id.
  if (/^\/?watch\?(?:[^\s?]{0,200}&)?v=[\w-]/i.test(text))
    return toUrl(`https://youtube.com/${text.replace(/^\//, '')}`)
  if (/^[\w-]{11}[?&](?:t|si|list|feature)=/.test(token)) return toUrl(`https://youtu.be/${token}`)
  const host = youTubeHostStart(text)
  return toUrl(`https://${host > 0 && isLead(text.slice(0, host)) ? text.slice(host) : text.replace(/^\/\//, '')}`)
}

/** What stands before an address: words, a scheme, anything but an address of another site that has this one inside. */
const isLead = (text: string): boolean => {
  const rest = text.replace(/^(?:[a-z][\w+.-]*:)?\/{1,3}/i, '')
  const end = rest.search(/[/?#]/)
  return end < 0 || !rest.slice(0, end).includes('.')
}

/** Addresses that were escaped as a whole, once or more often, as one inside another is. */
const unescaped = (text: string): string => {
  let plain = text
  for (let times = 0; times < MAX_ESCAPES && escapedStart.test(plain); times++) plain = safeDecode(plain)
  return plain
}

const escapedStart = /^(?:[a-z][\w+.-]*(?::|%(?:25)*3A)(?:\/|%(?:25)*2F){0,3})?[\w.-]*%(?:25)*(?:2F|3A|3F)/i

/** Schemes by which apps open YouTube: `vnd.youtube:id`, `youtube://watch?v=…`, `intent://channel/…`. */
const readApp = (text: string): URL | null => {
  const [, scheme, page = ''] = /^([a-z][\w+.-]*):(?:\/\/)?\/?(.+)$/i.exec(text) ?? []
  if (scheme === undefined || !appSchemes.test(scheme)) return null
  if (/^[\w-]{11}(?![\w-])/.test(page)) return toUrl(`https://youtu.be/${page}`)
  const inside = page.replace(/^(?:com\.google\.android\.youtube|544007664)\/(?:https?|vnd\.youtube)\//, '')
  if (inside.startsWith('plugin.video.youtube/')) return toUrl(inside.replace(/^[^/]*/, 'https://youtube.com'))
  if (appPages.test(inside)) return toUrl(`https://youtube.com/${inside}`)
  return /^[^/?#@]*\./.test(inside) ? toUrl(`https://${inside}`) : null
}

const appPages = /^(?:watch|channel|user|c|shorts|live|embed|v|w|playlist)[/?]|^@/i
const appSchemes =
  /^(?:vnd\.youtube(?:\.launch)?|youtube(?:-?music)?|com\.google\.(?:android|ios)\.youtube|intent|android-app|ios-app|plugin|freetube|newpipe|libretube|grayjay|yattee|invidious|piped|ytdl)$/i

/** Of an app that is told its page behind `#/`, and of a page whose own `?` was escaped, the address without that. */
const pageOf = (url: URL): URL => {
  const route = /^#!?(\/.+)/.exec(url.hash)?.[1]
  if (route !== undefined && /^\/(?:tv|leanback)?$/.test(url.pathname)) return parsedUrl(route, url.origin) ?? url
  let path = url.pathname
  for (let times = 0; times < MAX_ESCAPES && /%(?:25)*3F/i.test(path); times++) path = safeDecode(path)
  if (path === url.pathname) return url
  return parsedUrl(path + url.search.replace('?', path.includes('?') ? '&' : '?'), url.origin) ?? url
}

const toUrl = (text: string): URL | null => {
  // `watch&v=…`: the question mark was lost on the way.
  const repaired = text.includes('?') ? text : text.replace('&', '?')
  const url = parsedUrl(repaired)
  return url && /\.[a-z][a-z0-9-]+\.?$/.test(url.hostname) ? url : null
}
