import { parsedUrl } from './parsed-url.ts'

const nowhere = 'https://nowhere.invalid'

/**
 * Whether the text is an address on this very site, written from its root: `/tabs/history?q=a#b`. Browsers take a
 * backslash for a slash and drop tabs and line ends, so `/\host` and `/<tab>/host` lead elsewhere; and a path that comes
 * out beginning with two slashes leads elsewhere when it is written into a page again.
 */
export function isLocalPath(text: string): boolean {
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Zs}\p{Zl}\p{Zp}]*$/u.test(text) || !text.isWellFormed()) return false
  const url = parsedUrl(text, nowhere)
  return url !== null && url.origin === nowhere && !url.pathname.startsWith('//')
}
