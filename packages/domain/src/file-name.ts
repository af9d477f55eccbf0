import { visibleText } from './plain-text.ts'

/** File systems allow 255 bytes. Browsers append " (1)" and ".crdownload" to a name. */
const MAX_BYTES = 235
const MAX_CHARACTERS = 80
/** Longer titles are truncated before processing. */
const MAX_READ = 2000

/**
 * Turns a title into a file name that is valid on every system. Removes characters with a meaning in paths or headers, and
 * dots and spaces at the ends. Prefixes names that Windows reserves for devices ("CON", "com1.txt") with `_`. Truncates long
 * names between visible characters. Uses `fallback` if no visible character is left.
 */
export function fileName(title: string, extension: string, fallback = 'file'): string {
  const shown = visibleText(title.slice(0, MAX_READ).normalize('NFC')).replace(/[\\/:*?"<>|%;]/g, ' ')
  const name = trimEnds(truncateName(trimEnds(shown.replace(/\s+/g, ' ')), MAX_BYTES - extension.length - 1))
  if (!VISIBLE.test(name)) return `${fallback}.${extension}`
  return `${DEVICE.test(name.normalize('NFKC')) ? '_' : ''}${name}.${extension}`
}

/** Truncates a name to a number of bytes and visible characters, without splitting a character. */
export function truncateName(name: string, maxBytes: number, maxCharacters = MAX_CHARACTERS): string {
  let bytes = 0
  let result = ''
  let characters = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)) {
    bytes += new TextEncoder().encode(segment).byteLength
    if (bytes > maxBytes || ++characters > maxCharacters) break
    result += segment
  }
  return result
}

const trimEnds = (name: string): string => name.replace(/^[\s.]+|[\s.]+$/g, '')

/** Reserved on Windows, with or without an extension. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM\d|LPT\d)\s*(?:\.|$)/i
const VISIBLE = /[^\p{C}\p{Z}\p{M}]/u
