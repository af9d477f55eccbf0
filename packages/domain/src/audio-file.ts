/** Number of bytes at the start of a file needed to recognize its format. */
export const signatureBytes = 16

/** Whether the first bytes of a file are those of an audio or video format that we can transcribe. Ignores the file name. */
export function looksLikeAudio(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start.subarray(0, signatureBytes))
  if (signatures.some(({ at, mark }) => text.startsWith(mark, at))) return true
  return text.startsWith('RIFF') ? text.startsWith('WAVE', 8) : isMpegFrame(start)
}

const signatures = [
  { at: 0, mark: 'ID3' },
  /** MP4, M4A, 3GP, MOV. */
  { at: 4, mark: 'ftyp' },
  /** Vorbis and Opus. */
  { at: 0, mark: 'OggS' },
  { at: 0, mark: 'fLaC' },
  /** WebM and Matroska. */
  { at: 0, mark: '\x1a\x45\xdf\xa3' },
]

/** MP3 or AAC without a header. The byte order marks of UTF-16 text match neither. */
function isMpegFrame([first = 0, second = 0]: Uint8Array): boolean {
  const isLayerThree = (second & 0xe6) === 0xe2
  const isAdts = (second & 0xf6) === 0xf0
  return first === 0xff && (isLayerThree || isAdts)
}
