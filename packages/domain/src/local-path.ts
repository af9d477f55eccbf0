import { parseUrl } from './parse-url.ts'

const baseOrigin = 'https://nowhere.invalid'

/**
 * Whether the text is a path on this site, starting at the root: `/tabs/history?q=a#b`. Browsers treat a backslash as a slash
 * and drop tabs and line breaks, so `/\host` and `/<tab>/host` are other sites. So is a path that starts with two slashes
 * after it is resolved, once it is used in a link again.
 */
export function isLocalPath(text: string): boolean {
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Zs}\p{Zl}\p{Zp}]*$/u.test(text) || !text.isWellFormed()) return false
  const url = parseUrl(text, baseOrigin)
  return url !== null && url.origin === baseOrigin && !url.pathname.startsWith('//')
}
