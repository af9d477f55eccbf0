import type { Cue, CueFile, Mark } from './cue.ts'
import { isRecord, parseJson } from './json.ts'
import { type JsonSpan, msOf, spanOf } from './json-times.ts'
import { languageTag } from './language-tag.ts'
import { readPlain } from './read-plain.ts'

/** Words that come one by one are joined up to this many, to the end of a sentence, or to a silence. */
const LONGEST_LINE_WORDS = 24
const SILENCE_MS = 1_500
/** Numbers are milliseconds where a piece of speech would last minutes in seconds. */
const LONGEST_PIECE_SECONDS = 300
/** Alternatives of one piece are the same words, heard differently: the first is the likeliest. */
const alternatives = new Set(['alternatives', 'nBest', 'nbest', 'hypotheses'])

/** A piece of a transcript: a word, a line or a paragraph. */
interface Piece extends JsonSpan {
  text: string
  voice: string | undefined
  words: Piece[]
}

/**
 * Reads transcripts as JSON: what Whisper, whisper.cpp and their relatives write, Podcasting 2.0, and the answers of speech
 * services (Deepgram, AssemblyAI, AWS, Google, Rev, Azure, Vosk). All are lists of records with a text and a time, somewhere
 * in the file; the list with the most text is the transcript, of two the one of longer pieces. JSON Lines are such a list.
 * `null` where nothing is one.
 */
export const readTranscriptJson = (text: string): (CueFile & { isEstimated?: boolean }) | null => {
  const file = parseJson(text) ?? parseJsonLines(text)
  if (file === null || typeof file !== 'object') return null
  const lists = new Map<string, Piece[]>()
  collect(file, '', lists)
  const best = bestOf([...lists.values()])
  const language = languageOf(file)
  if (best === undefined) {
    const plain = isRecord(file) ? textOf(file, wholeTextKeys) : undefined
    return plain === undefined ? null : { ...readPlain(plain), language }
  }
  const perNumber = isMilliseconds(best) ? 1 : 1000
  return { cues: cuesOf(best, perNumber), language }
}

const parseJsonLines = (text: string): unknown[] | null => {
  const records: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const record = parseJson(line)
    if (!isRecord(record)) return null
    records.push(record)
  }
  return records
}

/** Puts every record that has a text to those of the same place in the file. Who speaks is inherited. */
const collect = (value: unknown, path: string, lists: Map<string, Piece[]>, voice?: string): void => {
  if (Array.isArray(value)) {
    const isAlternative = alternatives.has(path.slice(path.lastIndexOf('.') + 1))
    for (const item of isAlternative ? value.slice(0, 1) : value) collect(item, `${path}[]`, lists, voice)
    return
  }
  if (!isRecord(value)) return
  const piece = path.endsWith('[]') ? pieceOf(value, voice) : null
  if (piece !== null) {
    const list = lists.get(path) ?? []
    list.push(piece)
    lists.set(path, list)
  }
  const own = voiceOf(value) ?? voice
  for (const [key, inner] of Object.entries(value))
    if (typeof inner === 'object' && inner !== null) collect(inner, `${path}.${key}`, lists, own)
}

/** The list that says most; one of words says as much as that of the lines in which they stand. */
const bestOf = (lists: readonly Piece[][]): Piece[] | undefined => {
  const timed = lists
    .filter(list => list.some(piece => piece.start !== undefined))
    .map(list => ({ list, letters: list.reduce((sum, piece) => sum + piece.text.trim().length, 0) }))
  const most = timed.reduce((letters, one) => Math.max(letters, one.letters), 0)
  const whole = timed.filter(({ letters }) => letters > 0 && letters >= most * MOST_OF_IT)
  whole.sort((a, b) => b.letters / b.list.length - a.letters / a.list.length)
  return whole[0]?.list
}

const MOST_OF_IT = 0.8

const textKeys = [
  'text',
  'body',
  'transcript',
  'punctuated_word',
  'word',
  'display',
  'content',
  'sentence',
  'utterance',
  'line',
  'value',
  'caption',
]
const wholeTextKeys = ['text', 'transcript', 'transcription', 'content', 'body']
const voiceKeys = [
  'speaker',
  'speaker_label',
  'speakerLabel',
  'speakerName',
  'speaker_name',
  'speaker_id',
  'speakerId',
  'speakerTag',
]

const pieceOf = (record: Record<string, unknown>, voice: string | undefined): Piece | null => {
  const text = textOf(record, textKeys) ?? alternativeOf(record)
  if (text === undefined) return null
  const words = Array.isArray(record.words) ? record.words.filter(isRecord).map(word => pieceOf(word, voice)) : []
  return {
    ...spanOf(record),
    text,
    voice: voiceOf(record) ?? voice,
    words: words.filter(word => word !== null),
  }
}

const textOf = (record: Record<string, unknown>, keys: readonly string[]): string | undefined =>
  keys.map(key => record[key]).find(value => typeof value === 'string')

const alternativeOf = (record: Record<string, unknown>): string | undefined => {
  const list = [...alternatives].map(key => record[key]).find(Array.isArray)
  const first: unknown = list?.[0]
  return isRecord(first) ? textOf(first, textKeys) : undefined
}

const voiceOf = (record: Record<string, unknown>): string | undefined => {
  const value = voiceKeys.map(key => record[key]).find(found => found !== undefined && found !== null)
  const name = isRecord(value) ? (value.name ?? value.label ?? value.id) : value
  if (typeof name === 'number') return `Speaker ${name}`
  if (typeof name !== 'string' || name.trim() === '' || name.length > 80) return undefined
  const [, number] = /^(?:spk|speaker|s)[ _-]?0*(\d{1,4})$/i.exec(name.trim()) ?? []
  if (number !== undefined) return `Speaker ${number}`
  return /^[A-Z\d]$/.test(name.trim()) ? `Speaker ${name.trim()}` : name.trim()
}

const isMilliseconds = (pieces: readonly Piece[]): boolean => {
  const spans = pieces.flatMap(({ start, end, isLength }) =>
    start?.unit === 'number' && end?.unit === 'number' ? [isLength ? end.value : end.value - start.value] : [],
  )
  const starts = pieces.flatMap(({ start }) => (start?.unit === 'number' ? [start.value] : []))
  const areWhole = [...starts, ...spans].every(Number.isInteger)
  const middle = spans.sort((a, b) => a - b)[Math.floor(spans.length / 2)]
  const words = pieces.reduce((sum, piece) => sum + piece.text.split(' ').length, 0)
  if (middle !== undefined)
    return middle > LONGEST_PIECE_SECONDS || (areWhole && middle > (20 * words) / pieces.length + 20)
  return areWhole && (starts.at(-1) ?? 0) > words * LONGEST_PIECE_SECONDS
}

const cuesOf = (pieces: readonly Piece[], perNumber: number): Cue[] => {
  const cues: Cue[] = []
  const areWords = pieces.filter(piece => piece.text.trim().includes(' ')).length < pieces.length / 4
  for (const piece of pieces) {
    const last = cues.at(-1)
    const cue = cueOf(piece, perNumber)
    if (cue === null) {
      // A mark that stands between words has no time of its own.
      if (last !== undefined) last.text += /^[\p{L}\p{N}]/u.test(piece.text) ? ` ${piece.text}` : piece.text
    } else if (areWords && last !== undefined && goesOn(last, cue)) {
      const gap = /^\s|^[.,!?;:…]/.test(cue.text) || /\s$/.test(last.text) ? '' : ' '
      last.marks.push({ at: last.text.length + gap.length, ms: cue.startMs })
      last.text += gap + cue.text
      last.endMs = Math.max(last.endMs, cue.endMs)
    } else cues.push(areWords ? { ...cue, marks: [{ at: 0, ms: cue.startMs }] } : cue)
  }
  return cues
}

const goesOn = (last: Cue, cue: Cue): boolean =>
  last.voice === cue.voice &&
  last.marks.length < LONGEST_LINE_WORDS &&
  !/[.!?…]["')\]]*\s*$/.test(last.text) &&
  cue.startMs >= last.startMs &&
  cue.startMs - last.endMs <= SILENCE_MS

const cueOf = ({ text, start, end, isLength, voice, words }: Piece, perNumber: number): Cue | null => {
  const startMs = msOf(start, perNumber)
  if (startMs === undefined) return null
  const endMs = (msOf(end, perNumber) ?? startMs) + (isLength ? startMs : 0)
  const cue = { startMs, endMs: Math.max(startMs, endMs), text, marks: marksOf(text, words, perNumber), part: 0 }
  return voice === undefined ? cue : { ...cue, voice }
}

const LETTERS_AHEAD = 40

/** Where the timed words stand in the text of their line. */
const marksOf = (text: string, words: readonly Piece[], perNumber: number): Mark[] => {
  const marks: Mark[] = []
  let from = 0
  for (const word of words) {
    const ms = msOf(word.start, perNumber)
    const bare = word.text.trim()
    const ahead = text.slice(from, from + bare.length + LETTERS_AHEAD).indexOf(bare)
    if (ms === undefined || ahead < 0 || bare === '') continue
    marks.push({ at: from + ahead, ms })
    from += ahead + bare.length
  }
  return marks
}

/** Whisper names languages in English. */
const languageNames: Record<string, string> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  polish: 'pl',
  russian: 'ru',
  chinese: 'zh',
  japanese: 'ja',
  korean: 'ko',
}

const languageOf = (file: unknown): string | undefined => {
  if (!isRecord(file)) return undefined
  const named = [file, file.result, file.metadata, file.params].filter(isRecord)
  const value = named.flatMap(record => [record.language, record.lang, record.language_code, record.languageCode])
  const found = value.find(language => typeof language === 'string')
  return found === undefined ? undefined : (languageNames[found.toLowerCase()] ?? languageTag(found.replace('_', '-')))
}
