import { unwrapUrl } from './link-wrappers.ts'
import { parseUrl, safeDecode } from './parse-url.ts'
import { classifyYouTubeHost, findYouTubeHost, type YouTubeHost } from './youtube-hosts.ts'

/**
 * Finds YouTube URLs in pasted text. Pasted text is rarely a clean URL: phones add words around it, chat programs wrap it in
 * quotes or angle brackets, web pages escape `&` as `&amp;`, and mail filters wrap it in URLs of their own.
 */

export type PastedUrl = { kind: 'youtube'; host: YouTubeHost; url: URL } | { kind: 'elsewhere' }

/** Longer text is truncated before any pattern runs. */
export const MAX_PASTE_CHARS = 100_000
const MAX_TOKEN_CHARS = 8_192
const MAX_TOKENS = 5_000
/** A link may be wrapped several times: by a chat, two mail filters, a search engine and a consent page. */
const MAX_WRAPPERS = 6
const MAX_ESCAPES = 3

/** Splits pasted text into tokens that may be links or ids, in order, without quotes, brackets and other wrapping. */
export const pasteTokens = (text: string): string[] =>
  /^[\w@./:?=-]{1,200}$/.test(text) && !/\whttps?:/i.test(text) ? [text] : splitPaste(text)

const splitPaste = (text: string): string[] =>
  text
    .slice(0, MAX_PASTE_CHARS)
    .replace(invisible, '')
    .replace(/&(?:amp;|#38;|#x26;)+/gi, '&')
    // URLs escaped in JSON.
    .replaceAll('\\/', '/')
    .replace(/\\u0026/gi, '&')
    .replace(/\\u003d/gi, '=')
    // A semicolon separates links, except in Proofpoint links, where it precedes the characters that were removed.
    .replace(/__;(?=[\w-]+!)/g, '__%3B')
    // Two URLs pasted without a space between them. After `=`, `/` or `/__`, the second one is part of the first.
    .replace(/(\/_{2,3}|[^=/?#&:@%+!*~\s])(?=https?:\/\/)/gi, before =>
      before.startsWith('/') ? before : `${before} `,
    )
    .split(separators, MAX_TOKENS)
    .filter(token => token.length > 0 && token.length <= MAX_TOKEN_CHARS)

/** Parses a token as a URL; null if it is not one. URLs wrapped by other services are unwrapped. */
export const parsePastedUrl = (token: string): PastedUrl | null => {
  let url = readUrl(token)
  if (url === null) return null
  for (let wrappers = 0; wrappers < MAX_WRAPPERS; wrappers++) {
    const target = unwrapUrl(url)
    const inner = target === null ? null : readUrl(target.slice(0, MAX_TOKEN_CHARS))
    if (inner === null) break
    url = inner
  }
  const host = classifyYouTubeHost(url.hostname)
  return host === null ? { kind: 'elsewhere' } : { kind: 'youtube', host, url: normalizePage(url) }
}

/** The non-empty path segments, decoded if possible. */
export const pathSegments = (url: URL): string[] =>
  url.pathname
    .split('/')
    .filter(part => part !== '')
    .map(safeDecode)

// Invisible characters that survive copying: soft hyphens, directional marks, zero-width characters and the byte order mark.
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g
const separators = /[\s<>"'`“”‘’„«»()[\]{}|\\^,;]+/

const readUrl = (token: string): URL | null => {
  const text = decodeNested(token.replace(/^[.:!?*_~-]+/, ''))
  const scheme = text.search(/https?:\/\//i)
  if (scheme >= 0) return toUrl(isLeadingText(text.slice(0, scheme)) ? text.slice(scheme) : `https://${text}`)
  const appUrl = readAppUrl(text)
  if (appUrl !== null) return appUrl
  // A link copied without its host, or an id with a start time appended.
  if (/^\/?watch\?(?:[^\s?]{0,200}&)?v=[\w-]/i.test(text))
    return toUrl(`https://youtube.com/${text.replace(/^\//, '')}`)
  if (/^[\w-]{11}[?&](?:t|si|list|feature)=/.test(token)) return toUrl(`https://youtu.be/${token}`)
  const host = findYouTubeHost(text)
  return toUrl(
    `https://${host > 0 && isLeadingText(text.slice(0, host)) ? text.slice(host) : text.replace(/^\/\//, '')}`,
  )
}

/** Whether the text before a URL is only words or a scheme, and not the URL of another site that contains this one. */
const isLeadingText = (text: string): boolean => {
  const rest = text.replace(/^(?:[a-z][\w+.-]*:)?\/{1,3}/i, '')
  const end = rest.search(/[/?#]/)
  return end < 0 || !rest.slice(0, end).includes('.')
}

/** Decodes a URL that was percent-encoded as a whole, possibly several times, like a URL nested in another. */
const decodeNested = (text: string): string => {
  let plain = text
  for (let times = 0; times < MAX_ESCAPES && escapedStart.test(plain); times++) plain = safeDecode(plain)
  return plain
}

const escapedStart = /^(?:[a-z][\w+.-]*(?::|%(?:25)*3A)(?:\/|%(?:25)*2F){0,3})?[\w.-]*%(?:25)*(?:2F|3A|3F)/i

/** Parses the schemes with which apps open YouTube: `vnd.youtube:id`, `youtube://watch?v=…`, `intent://channel/…`. */
const readAppUrl = (text: string): URL | null => {
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

/** Normalizes URLs whose page is in a hash route (`#/watch?v=…`) and URLs whose own `?` was escaped. */
const normalizePage = (url: URL): URL => {
  const route = /^#!?(\/.+)/.exec(url.hash)?.[1]
  if (route !== undefined && /^\/(?:tv|leanback)?$/.test(url.pathname)) return parseUrl(route, url.origin) ?? url
  let path = url.pathname
  for (let times = 0; times < MAX_ESCAPES && /%(?:25)*3F/i.test(path); times++) path = safeDecode(path)
  if (path === url.pathname) return url
  return parseUrl(path + url.search.replace('?', path.includes('?') ? '&' : '?'), url.origin) ?? url
}

const toUrl = (text: string): URL | null => {
  // `watch&v=…`: the question mark got lost.
  const repaired = text.includes('?') ? text : text.replace('&', '?')
  const url = parseUrl(repaired)
  return url && /\.[a-z][a-z0-9-]+\.?$/.test(url.hostname) ? url : null
}
