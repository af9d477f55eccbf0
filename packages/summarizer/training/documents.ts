import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** How a document is presented to the evaluated systems: as transcribed, or like automatic captions. */
export type View = 'speech' | 'captions'

/** Sources whose licences allow shipping models derived from them. */
export const TRAINING_SOURCES: readonly string[] = ['ami', 'icsi', 'qmsum']

export interface SpokenSegment {
  startMs: number
  endMs: number
  speaker?: string
  text: string
  /** Annotators included this dialogue act in the extractive summary. */
  labelled: boolean
}

export interface SpokenDocument {
  id: string
  /** Series of recordings. A series is never split between training and test. */
  group: string
  source: string
  durationMs: number
  segments: SpokenSegment[]
  reference: string
  /** Highlights, decisions and actions with their time in the recording. */
  items: { startMs: number; text: string }[]
  /** Whether its dialogue acts are labelled. */
  extractive: boolean
}

interface RawDocument {
  id: string
  group: string
  source: string
  durationS: number
  segments: { start?: number; end?: number; speaker?: string; text: string; ext?: number }[]
  references: { text: string }[]
  items?: { start: number; text: string }[]
  extractive: boolean
}

/** Reads a gzipped file with one JSON document per line. Throws file system and JSON errors. */
export function loadDocuments(file: string): SpokenDocument[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
  return lines.filter(line => line.trim() !== '').map(line => toDocument(JSON.parse(line) as RawDocument))
}

/** Assumed rate of speech for documents without timestamps (QMSum). */
const WORDS_PER_MS = 150 / 60_000

function toDocument(raw: RawDocument): SpokenDocument {
  let clockMs = 0
  const segments = raw.segments.map(segment => {
    const startMs = segment.start === undefined ? clockMs : segment.start * 1000
    const lastsMs = segment.text.split(/\s+/).length / WORDS_PER_MS
    const endMs = segment.end === undefined ? startMs + lastsMs : segment.end * 1000
    clockMs = endMs
    const { speaker, text } = segment
    return { startMs: Math.round(startMs), endMs: Math.round(endMs), speaker, text, labelled: segment.ext === 1 }
  })
  return {
    id: raw.id,
    group: raw.group,
    source: raw.source,
    durationMs: Math.max(Math.round(raw.durationS * 1000), ...segments.map(segment => segment.endMs)),
    segments,
    reference: raw.references[0]?.text ?? '',
    items: (raw.items ?? []).map(item => ({ startMs: item.start * 1000, text: item.text })),
    extractive: raw.extractive,
  }
}

/** Converts a document to a view. `captions` is lower case, without punctuation and speakers. */
export function toView(document: SpokenDocument, view: View): SpokenDocument {
  if (view === 'speech') return document
  const segments = document.segments
    .map(({ speaker: _, ...segment }) => ({ ...segment, text: asCaption(segment.text) }))
    .filter(segment => segment.text !== '')
  return { ...document, segments }
}

/** Converts a text to the style of a recogniser without punctuation. */
export const asCaption = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[_-]/g, ' ')
    .replace(/[^\p{L}\p{N}'%$\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Joins documents to a single recording of at most `lengthMs`; the last one is truncated. */
export function joinDocuments(documents: readonly SpokenDocument[], lengthMs: number): SpokenDocument {
  const segments: SpokenSegment[] = []
  let offsetMs = 0
  for (const document of documents) {
    for (const segment of document.segments) {
      const startMs = segment.startMs + offsetMs
      if (startMs < lengthMs)
        segments.push({ ...segment, startMs, endMs: Math.min(lengthMs, segment.endMs + offsetMs) })
    }
    offsetMs += document.durationMs
    if (offsetMs >= lengthMs) break
  }
  const durationMs = Math.min(offsetMs, lengthMs)
  return {
    id: 'joined',
    group: 'joined',
    source: 'joined',
    durationMs,
    segments,
    reference: '',
    items: [],
    extractive: false,
  }
}
