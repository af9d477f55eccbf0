import chardet from 'chardet'

/**
 * Decodes the bytes of a caption file: UTF-8 and UTF-16 with or without a byte order mark, UTF-32 with one, and otherwise the
 * detected encoding (windows-1250, windows-1251, Shift_JIS, …). Null if the bytes are not text (a picture, a video, an archive).
 */
export const decodeText = (bytes: Uint8Array): string | null => {
  if (startsLikeBinary(bytes)) return null
  const text = withLineFeeds(decode(bytes))
  return looksBinary(text) ? null : text
}

/** Normalizes line ends, and removes the byte order mark and repeated blank lines. Control characters are removed per word later. */
export const withLineFeeds = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/\n{3,}/g, '\n\n')

const decode = (bytes: Uint8Array): string => {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0
  const isBigEndian = bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff
  if (isLittleEndian || isBigEndian) return decodeUtf32(bytes, isLittleEndian)
  const utf16 = detectUtf16(bytes)
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeDamaged(bytes)
  }
}

const decodeUtf32 = (bytes: Uint8Array, isLittleEndian: boolean): string => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const characters: string[] = []
  for (let at = 4; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittleEndian)
    characters.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD')
  }
  return characters.join('')
}

/** UTF-8 with a truncated end or a few invalid characters is still UTF-8. Other encodings are invalid at nearly every accent. */
const decodeDamaged = (bytes: Uint8Array): string => {
  const text = new TextDecoder('utf-8').decode(bytes)
  const invalid = text.split('\uFFFD').length - 1 - (text.endsWith('\uFFFD') ? 1 : 0)
  const accents = (text.match(/[^\p{ASCII}\uFFFD]/gu) ?? []).length
  return invalid <= accents / 10 ? text.replaceAll('\uFFFD', '') : new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

/** With fewer non-ASCII bytes, detection is unreliable: the text is English with an accent or a quotation mark. */
const MIN_NON_ASCII_BYTES = 10
const MAX_SAMPLE_BYTES = 32_768

/** Text detected as an ISO encoding is really the Windows one, which has quotation marks where ISO has control characters. */
const windowsEquivalents: Record<string, string> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
}

const detectEncoding = (bytes: Uint8Array): string => {
  const sample = nonAsciiLines(bytes)
  const nonAscii = sample.reduce((sum, byte) => sum + (byte > 127 ? 1 : 0), 0)
  const detected = nonAscii < MIN_NON_ASCII_BYTES ? null : chardet.detect(sample)
  const name = detected === null ? 'windows-1252' : (windowsEquivalents[detected] ?? detected)
  return decoders.has(name.toLowerCase()) ? name : 'windows-1252'
}

/** Encodings that can be both detected and decoded. */
const decoders = new Set(
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 iso-8859-2 iso-8859-5 iso-8859-6 koi8-r big5 euc-jp euc-kr gb18030 shift_jis'.split(
    ' ',
  ),
)

/** The lines with non-ASCII bytes. Timestamps and English do not help detection. */
const nonAsciiLines = (bytes: Uint8Array): Uint8Array => {
  const sample = new Uint8Array(MAX_SAMPLE_BYTES)
  let length = 0
  for (let from = 0; from < bytes.length && length < MAX_SAMPLE_BYTES; ) {
    const end = bytes.indexOf(10, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1)
    from += line.length
    if (!line.some(byte => byte > 127)) continue
    const part = line.subarray(0, MAX_SAMPLE_BYTES - length)
    sample.set(part, length)
    length += part.length
  }
  return sample.subarray(0, length)
}

const detectUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  let even = 0
  let odd = 0
  sample.forEach((byte, at) => {
    if (byte === 0 && at % 2 === 0) even++
    if (byte === 0 && at % 2 === 1) odd++
  })
  // In Western text with two bytes per character, nearly every other byte is zero and the bytes in between are not.
  if (odd > sample.length * 0.3 && even < sample.length * 0.05) return 'utf-16le'
  if (even > sample.length * 0.3 && odd < sample.length * 0.05) return 'utf-16be'
  // In other scripts, only timestamps, spaces and line ends have zero bytes.
  if (odd > sample.length * 0.02 && odd > even * 4 && isText(sample, 'utf-16le')) return 'utf-16le'
  if (even > sample.length * 0.02 && even > odd * 4 && isText(sample, 'utf-16be')) return 'utf-16be'
  return null
}

/** Text has line breaks and consists of assigned characters. */
const isText = (bytes: Uint8Array, encoding: string): boolean => {
  const text = new TextDecoder(encoding).decode(bytes)
  const unassigned = text.match(/[\p{Cn}\p{Co}\uFFFD]|(?![\t\n\f\r])\p{Cc}/gu)?.length ?? 0
  return unassigned <= text.length * 0.01 && text.split(/[\r\n]/).length > text.length / 400
}

const binarySignatures = ['%PDF-', 'PK\u0003\u0004', '{\\rtf', 'ID3', 'OggS', 'RIFF', '\u001aE\u00df\u00a3', 'GIF8']

const startsLikeBinary = (bytes: Uint8Array): boolean => {
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  return binarySignatures.some(signature => start.startsWith(signature))
}

/** Caption files may contain stray control characters; in compressed data about a tenth are control characters. */
const looksBinary = (text: string): boolean => {
  const sample = text.slice(0, 65_536)
  const controls = (sample.match(/(?![\t\n\f])\p{Cc}/gu) ?? []).length
  return controls > 8 && controls > sample.length * 0.03
}
