import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { SummaryContent } from '@recaps/contract/summary-content'
import type { Cue } from '@recaps/domain/captions/cue'
import { parseCaptions } from '@recaps/domain/captions/parse'
import { toSegments } from '@recaps/domain/captions/segments'
import { type Segment, speechEndMs, type TranscriptKind } from '@recaps/domain/transcript'
import { mainLanguage, summarize } from '@recaps/summarizer'
import {
  builtInAnswer,
  builtInNotes,
  checkAnswer,
  checkDraft,
  checkNotes,
  findPassages,
  finishSummary,
  prepareManuscript,
} from '@recaps/summarizer/writers'
import type { StepProgress } from '../../ports/summarizer.ts'
import type { ReadTranscript } from '../../ports/transcripts.ts'
import type { ManuscriptTask, TextOutcome, TextResults, TextTask } from './tasks.ts'

/** Runs one task in a worker thread. */
export default function work(task: TextTask): TextResults[TextTask['kind']] {
  switch (task.kind) {
    case 'read':
      return read(task.source)
    case 'pack':
      return packTranscript(task)
    case 'segments':
      return { ok: true, value: unpack(task.packed) }
    case 'summarise':
      return summarise(task)
    case 'manuscript':
      return manuscriptOf(task.task)
    case 'check-notes':
      return checkNotes(task.manuscript, task.chunk, task.notes)
    case 'check-points':
      return checkNotes(task.manuscript, task.chunk, { title: '', points: task.points, quotes: [] }, task.points.length)
        .points
    case 'plain-notes':
      return builtInNotes(task.manuscript, task.chunk)
    case 'check-draft':
      return checkDraft(task.manuscript, task.draft, task.most)
    case 'finish':
      return finishSummary(task.manuscript, task.draft, task.finishing)
    case 'find': {
      const manuscript = manuscriptOf(task.task)
      return { manuscript, found: findPassages(manuscript, task.question, task.most) }
    }
    case 'check-answer':
      return checkAnswer(task.manuscript, task.sentences)
    case 'plain-answer':
      return builtInAnswer(manuscriptOf(task.task), task.question)
  }
}

const manuscriptOf = ({ transcript, durationMs, kind, language, title, description, chapters }: ManuscriptTask) =>
  prepareManuscript({
    segments: unpack(transcript),
    ...{ durationMs, kind, language },
    title: title ?? '',
    description: description ?? '',
    chapters: chapters ?? [],
  })

/** A transcript with fewer words has too little speech to summarize. */
const minWords = 20

function read({ kind, language, body, fileName }: Extract<TextTask, { kind: 'read' }>['source']): TextResults['read'] {
  const parsed = parseCaptions(body, { ...(fileName ? { fileName } : {}), isVideoClock: kind !== 'uploaded' })
  if (parsed.kind === 'refused') return { ok: false, reason: parsed.reason, detail: parsed.reason }
  return packSegments(kind, language === 'und' ? (parsed.language ?? 'und') : language, parsed.segments)
}

/** Transcripts of recognisers need the same cleaning as captions: they also have `[Music]`, and `>>` when the speaker changes. */
function packTranscript({ language, passages }: Extract<TextTask, { kind: 'pack' }>): TextResults['pack'] {
  const segments = passages.flatMap(passage => JSON.parse(Buffer.from(passage).toString('utf8')) as Segment[])
  return packSegments('stt', language, toSegments(segments.map(toCue)).segments)
}

function toCue({ startMs, endMs, text, words }: Segment): Cue {
  let offset = 0
  const marks = (words ?? []).map(word => {
    const mark = { at: offset, ms: word.startMs }
    offset += word.text.length + 1
    return mark
  })
  return { startMs, endMs, text, marks, part: 0 }
}

function packSegments(kind: TranscriptKind, language: string, segments: Segment[]): TextOutcome<ReadTranscript> {
  const words = segments.reduce((sum, segment) => sum + segment.text.split(/\s+/).length, 0)
  if (words < minWords) return { ok: false, reason: 'no_speech', detail: `${words} words` }
  const json = JSON.stringify(segments)
  const value = {
    kind,
    language,
    hash: createHash('sha256').update(json).digest('hex'),
    words,
    spokenUntilMs: speechEndMs({ kind, language, segments }),
    packed: gzipSync(json, { level: 3 }),
  }
  return { ok: true, value }
}

function summarise({ task, progress }: Extract<TextTask, { kind: 'summarise' }>): TextOutcome<SummaryContent> {
  const segments = unpack(task.transcript)
  const language = mainLanguage(segments)
  if (language.language !== 'en' && language.segments.length === 0)
    return { ok: false, reason: 'language_unsupported', detail: language.language }
  const stages = { reading: 'summarising', summarising: 'summarising', checking: 'checking' } as const
  const summary = summarize(
    {
      segments,
      durationMs: task.durationMs,
      title: task.title,
      description: task.description ?? '',
      chapters: task.chapters,
      kind: task.kind,
      language: task.language,
    },
    {
      preset: task.preset,
      ...(task.words === undefined ? {} : { words: task.words }),
      focus: task.focus,
      onProgress: ({ stage, done, total }) =>
        progress.postMessage({ stage: stages[stage], done, total } satisfies StepProgress),
    },
  )
  const sentences = summary.sections.reduce(
    (sum, section) => sum + section.sentences.length,
    summary.inThreePoints.length,
  )
  if (sentences === 0) return { ok: false, reason: 'no_speech', detail: 'no sentence found' }
  return { ok: true, value: { ...summary, cut: false } }
}

const unpack = (packed: Uint8Array): Segment[] => JSON.parse(gunzipSync(packed).toString('utf8')) as Segment[]
