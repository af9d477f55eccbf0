import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** How a document is shown to the systems: as transcribed, or as automatic captions would have it. */
export type View = 'speech' | 'captions'

/** Sources whose licences let a model be derived from them and shipped. */
export const TRAINING_SOURCES: readonly string[] = ['ami', 'icsi', 'qmsum']

export interface SpokenSegment {
  startMs: number
  endMs: number
  speaker?: string
  text: string
  /** A person put this dialogue act into the extractive summary. */
  labelled: boolean
}

export interface SpokenDocument {
  id: string
  /** Recordings of one series: never split between training and test. */
  group: string
  source: string
  durationMs: number
  segments: SpokenSegment[]
  reference: string
  /** Highlights, decisions and actions with the instant they happen. */
  items: { startMs: number; text: string }[]
  /** Whether people labelled its dialogue acts. */
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

/** Reads a file of one JSON document a line, gzipped. Throws what the file system or the parser throws. */
export function loadDocuments(file: string): SpokenDocument[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
  return lines.filter(line => line.trim() !== '').map(line => toDocument(JSON.parse(line) as RawDocument))
}

/** Speech without times (QMSum) is laid out at this rate. */
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

/** The document in a view; `captions` is lower case, without punctuation and without speakers. */
export function inView(document: SpokenDocument, view: View): SpokenDocument {
  if (view === 'speech') return document
  const segments = document.segments
    .map(({ speaker: _, ...segment }) => ({ ...segment, text: asCaption(segment.text) }))
    .filter(segment => segment.text !== '')
  return { ...document, segments }
}

/** What a recogniser without punctuation would have written. */
export const asCaption = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[_-]/g, ' ')
    .replace(/[^\p{L}\p{N}'%$\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Documents one after the other as a single recording, until it lasts `lengthMs`; the last one is cut there. */
export function joined(documents: readonly SpokenDocument[], lengthMs: number): SpokenDocument {
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
