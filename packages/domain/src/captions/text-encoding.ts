/**
 * Turns the bytes of a caption file into text: UTF-8 and UTF-16 with or without a byte order mark, and windows-1252 for
 * what is neither. `null` where the bytes are no text at all (a picture, a film, a packed document).
 */
export const decodeText = (bytes: Uint8Array): string | null => {
  if (startsLikeBinary(bytes)) return null
  const text = withLineFeeds(decode(bytes))
  return looksBinary(text) ? null : text
}

/** One kind of line end, no byte order mark, no heaps of blank lines; controls go later, word by word. */
export const withLineFeeds = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/\n{3,}/g, '\n\n')

const decode = (bytes: Uint8Array): string => {
  const wide = utf16Order(bytes)
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeDamaged(bytes)
  }
}

/** UTF-8 that is cut in a letter or has a few broken ones stays UTF-8; windows-1252 breaks at nearly every accent. */
const decodeDamaged = (bytes: Uint8Array): string => {
  const text = new TextDecoder('utf-8').decode(bytes)
  const broken = text.split('\uFFFD').length - 1 - (text.endsWith('\uFFFD') ? 1 : 0)
  const accents = (text.match(/[^\p{ASCII}\uFFFD]/gu) ?? []).length
  return broken <= accents / 10 ? text.replaceAll('\uFFFD', '') : new TextDecoder('windows-1252').decode(bytes)
}

const utf16Order = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  let even = 0
  let odd = 0
  sample.forEach((byte, at) => {
    if (byte === 0 && at % 2 === 0) even++
    if (byte === 0 && at % 2 === 1) odd++
  })
  // Western text in two bytes a letter has a zero in nearly every other place, and nearly none in between.
  if (odd > sample.length * 0.3 && even < sample.length * 0.05) return 'utf-16le'
  if (even > sample.length * 0.3 && odd < sample.length * 0.05) return 'utf-16be'
  return null
}

const binaryBeginnings = ['%PDF-', 'PK\u0003\u0004', '{\\rtf', 'ID3', 'OggS', 'RIFF', '\u001aE\u00df\u00a3', 'GIF8']

const startsLikeBinary = (bytes: Uint8Array): boolean => {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  return binaryBeginnings.some(beginning => start.startsWith(beginning))
}

/** Caption files may hold stray controls; compressed data is a tenth controls. */
const looksBinary = (text: string): boolean => {
  const sample = text.slice(0, 65_536)
  const controls = (sample.match(/(?![\t\n\f])\p{Cc}/gu) ?? []).length
  return controls > 8 && controls > sample.length * 0.03
}
