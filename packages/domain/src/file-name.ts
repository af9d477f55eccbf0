import { shownText } from './plain-text.ts'

/** File systems take 255 bytes; browsers put " (1)" and ".crdownload" behind a name. */
const MAX_BYTES = 235
const MAX_CHARACTERS = 80
/** What a title may be long before it is looked at. */
const MAX_READ = 2000

/**
 * The name of a file that every system takes: what has a meaning in paths or headers, or none at the ends of names, is left out; a name
 * that Windows keeps for a device ("CON", "com1.txt") gets a `_` before it; a long one is cut between characters as they are seen.
 * `otherwise` names what has no other name.
 */
export function fileName(title: string, extension: string, otherwise = 'file'): string {
  const shown = shownText(title.slice(0, MAX_READ).normalize('NFC')).replace(/[\\/:*?"<>|%;]/g, ' ')
  const name = withoutEnds(shortened(withoutEnds(shown.replace(/\s+/g, ' ')), MAX_BYTES - extension.length - 1))
  if (!VISIBLE.test(name)) return `${otherwise}.${extension}`
  return `${DEVICE.test(name.normalize('NFKC')) ? '_' : ''}${name}.${extension}`
}

/** As many whole characters of a name as go into so many bytes, and into what people still read. */
export function shortened(name: string, maxBytes: number, maxCharacters = MAX_CHARACTERS): string {
  let bytes = 0
  let kept = ''
  let characters = 0
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)) {
    bytes += new TextEncoder().encode(segment).byteLength
    if (bytes > maxBytes || ++characters > maxCharacters) break
    kept += segment
  }
  return kept
}

const withoutEnds = (name: string): string => name.replace(/^[\s.]+|[\s.]+$/g, '')

/** With anything behind a period, and spaces before it. */
const DEVICE = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|COM\d|LPT\d)\s*(?:\.|$)/i
const VISIBLE = /[^\p{C}\p{Z}\p{M}]/u
