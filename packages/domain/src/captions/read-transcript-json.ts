import type { Cue, CueFile, Mark } from './cue.ts'
import { isRecord, parseJson } from './json.ts'
import { type JsonSpan, readSpan, timeToMs } from './json-times.ts'
import { languageTag } from './language-tag.ts'
import { readPlain } from './read-plain.ts'

/** Single words are joined into lines up to this many words, the end of a sentence, or a silence. */
const MAX_LINE_WORDS = 24
const SILENCE_MS = 1_500
/** If a piece of speech would be longer than this in seconds, the numbers are milliseconds. */
const MAX_PIECE_SECONDS = 300
/** Keys of alternative transcriptions of the same words. The first one is the most likely. */
const alternatives = new Set(['alternatives', 'nBest', 'nbest', 'hypotheses'])

/** A word, a line or a paragraph. */
interface Piece extends JsonSpan {
  text: string
  voice: string | undefined
  words: Piece[]
}

/**
 * Reads JSON transcripts of Whisper, whisper.cpp and related tools, Podcasting 2.0, and speech services (Deepgram, AssemblyAI,
 * AWS, Google, Rev, Azure, Vosk). All of them contain lists of records with a text and a time. The list with the most text is
 * the transcript; among similar ones, the list with the longer pieces. JSON Lines are read as one list. Null if there is no
 * such list.
 */
export const readTranscriptJson = (text: string): (CueFile & { isEstimated?: boolean }) | null => {
  const file = parseJson(text) ?? parseJsonLines(text)
  if (file === null || typeof file !== 'object') return null
  const lists = new Map<string, Piece[]>()
  collect(file, '', lists)
  const best = chooseList([...lists.values()])
  const language = readLanguage(file)
  if (best === undefined) {
    const plain = isRecord(file) ? findText(file, fullTextKeys) : undefined
    return plain === undefined ? null : { ...readPlain(plain), language }
  }
  const perNumber = isMilliseconds(best) ? 1 : 1000
  return { cues: toCues(best, perNumber), language }
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

/** Collects all records with a text, grouped by their path in the file. The speaker is inherited from parents. */
const collect = (value: unknown, path: string, lists: Map<string, Piece[]>, voice?: string): void => {
  if (Array.isArray(value)) {
    const isAlternative = alternatives.has(path.slice(path.lastIndexOf('.') + 1))
    for (const item of isAlternative ? value.slice(0, 1) : value) collect(item, `${path}[]`, lists, voice)
    return
  }
  if (!isRecord(value)) return
  const piece = path.endsWith('[]') ? readPiece(value, voice) : null
  if (piece !== null) {
    const list = lists.get(path) ?? []
    list.push(piece)
    lists.set(path, list)
  }
  const own = readVoice(value) ?? voice
  for (const [key, inner] of Object.entries(value))
    if (typeof inner === 'object' && inner !== null) collect(inner, `${path}.${key}`, lists, own)
}

/** Chooses a list with (nearly) the most text. A list of words has as much text as the list of its lines. */
const chooseList = (lists: readonly Piece[][]): Piece[] | undefined => {
  const timed = lists
    .filter(list => list.some(piece => piece.start !== undefined))
    .map(list => ({ list, letters: list.reduce((sum, piece) => sum + piece.text.trim().length, 0) }))
  const maxLetters = timed.reduce((max, { letters }) => Math.max(max, letters), 0)
  const candidates = timed.filter(({ letters }) => letters > 0 && letters >= maxLetters * MIN_SHARE_OF_TEXT)
  candidates.sort((a, b) => b.letters / b.list.length - a.letters / a.list.length)
  return candidates[0]?.list
}

const MIN_SHARE_OF_TEXT = 0.8

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
const fullTextKeys = ['text', 'transcript', 'transcription', 'content', 'body']
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

const readPiece = (record: Record<string, unknown>, voice: string | undefined): Piece | null => {
  const text = findText(record, textKeys) ?? readAlternative(record)
  if (text === undefined) return null
  const words = Array.isArray(record.words) ? record.words.filter(isRecord).map(word => readPiece(word, voice)) : []
  return {
    ...readSpan(record),
    text,
    voice: readVoice(record) ?? voice,
    words: words.filter(word => word !== null),
  }
}

const findText = (record: Record<string, unknown>, keys: readonly string[]): string | undefined =>
  keys.map(key => record[key]).find(value => typeof value === 'string')

const readAlternative = (record: Record<string, unknown>): string | undefined => {
  const list = [...alternatives].map(key => record[key]).find(Array.isArray)
  const first: unknown = list?.[0]
  return isRecord(first) ? findText(first, textKeys) : undefined
}

const readVoice = (record: Record<string, unknown>): string | undefined => {
  const value = voiceKeys.map(key => record[key]).find(voice => voice !== undefined && voice !== null)
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
  const median = spans.sort((a, b) => a - b)[Math.floor(spans.length / 2)]
  const words = pieces.reduce((sum, piece) => sum + piece.text.split(' ').length, 0)
  if (median !== undefined)
    return median > MAX_PIECE_SECONDS || (areWhole && median > (20 * words) / pieces.length + 20)
  return areWhole && (starts.at(-1) ?? 0) > words * MAX_PIECE_SECONDS
}

const toCues = (pieces: readonly Piece[], perNumber: number): Cue[] => {
  const cues: Cue[] = []
  const areWords = pieces.filter(piece => piece.text.trim().includes(' ')).length < pieces.length / 4
  for (const piece of pieces) {
    const last = cues.at(-1)
    const cue = toCue(piece, perNumber)
    if (cue === null) {
      // Punctuation between words has no time.
      if (last !== undefined) last.text += /^[\p{L}\p{N}]/u.test(piece.text) ? ` ${piece.text}` : piece.text
    } else if (areWords && last !== undefined && continuesLine(last, cue)) {
      const gap = /^\s|^[.,!?;:…]/.test(cue.text) || /\s$/.test(last.text) ? '' : ' '
      last.marks.push({ at: last.text.length + gap.length, ms: cue.startMs })
      last.text += gap + cue.text
      last.endMs = Math.max(last.endMs, cue.endMs)
    } else cues.push(areWords ? { ...cue, marks: [{ at: 0, ms: cue.startMs }] } : cue)
  }
  return cues
}

const continuesLine = (last: Cue, cue: Cue): boolean =>
  last.voice === cue.voice &&
  last.marks.length < MAX_LINE_WORDS &&
  !/[.!?…]["')\]]*\s*$/.test(last.text) &&
  cue.startMs >= last.startMs &&
  cue.startMs - last.endMs <= SILENCE_MS

const toCue = ({ text, start, end, isLength, voice, words }: Piece, perNumber: number): Cue | null => {
  const startMs = timeToMs(start, perNumber)
  if (startMs === undefined) return null
  const endMs = (timeToMs(end, perNumber) ?? startMs) + (isLength ? startMs : 0)
  const cue = { startMs, endMs: Math.max(startMs, endMs), text, marks: findMarks(text, words, perNumber), part: 0 }
  return voice === undefined ? cue : { ...cue, voice }
}

const MAX_LETTERS_AHEAD = 40

/** Finds the positions of the timed words in the text of their line. */
const findMarks = (text: string, words: readonly Piece[], perNumber: number): Mark[] => {
  const marks: Mark[] = []
  let from = 0
  for (const word of words) {
    const ms = timeToMs(word.start, perNumber)
    const bare = word.text.trim()
    const ahead = text.slice(from, from + bare.length + MAX_LETTERS_AHEAD).indexOf(bare)
    if (ms === undefined || ahead < 0 || bare === '') continue
    marks.push({ at: from + ahead, ms })
    from += ahead + bare.length
  }
  return marks
}

/** Whisper reports languages by their English names. */
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

const readLanguage = (file: unknown): string | undefined => {
  if (!isRecord(file)) return undefined
  const records = [file, file.result, file.metadata, file.params].filter(isRecord)
  const values = records.flatMap(record => [record.language, record.lang, record.language_code, record.languageCode])
  const language = values.find(value => typeof value === 'string')
  return language === undefined
    ? undefined
    : (languageNames[language.toLowerCase()] ?? languageTag(language.replace('_', '-')))
}
