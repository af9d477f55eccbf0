import type { Summary } from '@recaps/summarizer'
import {
  type CheckedDraft,
  type CheckedNotes,
  type Chunk,
  collectClaims,
  type Manuscript,
  type Point,
  passageText,
  type Verdict,
} from '@recaps/summarizer/writers'
import { ProviderError } from '../../../errors.ts'
import type { StepProgress, SummaryTask } from '../../../ports/summarizer.ts'
import type { TextThreads } from '../../text-threads/pool.ts'
import {
  draftPrompt,
  mergePrompt,
  notesPrompt,
  type RecordingInfo,
  singleDraftPrompt,
  verdictsPrompt,
} from './build-prompts.ts'
import type { LlmLedger } from './ledger.ts'
import { CLAIMS_PER_JUDGEMENT, KEY_POINTS, mergeCount, pointsPerMerge, targetLength } from './plan.ts'

export interface WriteContext {
  task: SummaryTask
  manuscript: Manuscript
  ledger: LlmLedger
  threads: TextThreads
  signal: AbortSignal
  onProgress(progress: StepProgress): void
  /** Stored in the summary. */
  engine: string
  version: string
}

export interface ModelSummary {
  summary: Summary
  fallbackChunks: number
}

/** If this many chunks fail before the first success, the model counts as unavailable. */
const maxInitialFailures = 3

/** Takes notes of every chunk, merges them if there are many, drafts one text from them, and has every claim of it judged. */
export async function writeByModel(writing: WriteContext): Promise<ModelSummary> {
  const { task, manuscript, threads } = writing
  const { words, sentences } = targetLength(manuscript, task)
  const { chunks } = manuscript
  const merges = mergeCount(chunks.length)
  const progress = trackProgress(writing, chunks.length + merges + (chunks.length > 1 ? 1 : 0))
  const notes = chunks.length > 1 ? await takeNotes(writing, progress) : null
  const points = notes ? await mergeNotes(writing, notes.notes, sentences, merges, progress) : []
  const draft = notes
    ? await draftFromPoints(writing, points, notes.notes, sentences)
    : await draftAtOnce(writing, sentences)
  progress.stepDone()
  const verdicts = await judgeClaims(writing, draft)
  const summary = await threads.run(
    {
      kind: 'finish',
      manuscript,
      draft,
      finishing: {
        verdicts,
        points: notes?.notes.flatMap(note => note.points) ?? [],
        words,
        kind: task.kind,
        engine: writing.engine,
        version: writing.version,
        headline: task.title,
      },
    },
    writing.signal,
  )
  return { summary, fallbackChunks: notes?.fallbacks ?? 0 }
}

const about = ({ title, description, chapters, focus }: SummaryTask): RecordingInfo => ({
  title,
  description,
  chapters,
  focus,
})

interface Notes extends CheckedNotes {
  /** Taken by the built-in engine. */
  isFallback?: true
}

/** Takes notes of all chunks, as many at a time as the model allows. If the model fails at a chunk, the built-in engine takes its notes. */
async function takeNotes(
  { task, manuscript, ledger, threads, signal }: WriteContext,
  progress: Progress,
): Promise<{ notes: Notes[]; fallbacks: number }> {
  let succeeded = 0
  let failed = 0
  const noteChunk = async (chunk: Chunk): Promise<Notes> => {
    const notes = await ledger.getOrAsk<Parameters<typeof check>[0], Notes>(
      { name: 'chunk', of: [keyOfChunk(manuscript, chunk), about(task)] },
      () => notesPrompt(about(task), manuscript, chunk.from, chunk.to),
      answer => check(answer),
      async error => {
        failed++
        if (succeeded === 0 && failed >= maxInitialFailures) throw error
        return await fallbackNotes()
      },
    )
    if (!notes.isFallback) succeeded++
    progress.stepDone()
    return notes

    async function check(answer: {
      title: string
      points: { text: string; cites: string[] }[]
      quotes: { text: string; cite: string }[]
    }) {
      const checked = await threads.run({ kind: 'check-notes', manuscript, chunk, notes: answer }, signal)
      // No point is supported by its passages, so the answer is useless.
      return checked.points.length > 0 ? checked : await fallbackNotes()
    }
    async function fallbackNotes(): Promise<Notes> {
      return { ...(await threads.run({ kind: 'plain-notes', manuscript, chunk }, signal)), isFallback: true }
    }
  }
  const notes = await Promise.all(manuscript.chunks.map(noteChunk))
  const fallbacks = notes.filter(({ isFallback }) => isFallback).length
  if (fallbacks === notes.length) throw noSupportedClaimError()
  return { notes, fallbacks }
}

const keyOfChunk = ({ passages }: Manuscript, { from, to }: Chunk): string[] =>
  passages.slice(from, to).map(passage => `${passage.startMs} ${passageText(passage)}`)

/** Merges the points of all chunks, twelve chunks at a time, if there are many. If a merge fails, uses a selection of the points. */
async function mergeNotes(
  { task, manuscript, ledger, threads, signal }: WriteContext,
  notes: readonly Notes[],
  sentences: number,
  merges: number,
  progress: Progress,
): Promise<Point[]> {
  if (merges === 0) return notes.flatMap(note => note.points)
  const size = Math.ceil(notes.length / merges)
  const maxPoints = pointsPerMerge(sentences, merges)
  const groups = Array.from({ length: merges }, (_, i) => ({
    notes: notes.slice(i * size, (i + 1) * size),
    chunk: joinedChunk(manuscript.chunks.slice(i * size, (i + 1) * size)),
  }))
  const all = groups.map(async ({ notes, chunk }) => {
    const points = notes.flatMap(note => note.points)
    const selection = selectPoints(notes, maxPoints)
    const merged = await ledger.getOrAsk(
      { name: 'merge', of: [points, about(task), maxPoints] },
      () => mergePrompt(about(task), points, maxPoints),
      async answer => {
        const allowed = new Set(points.flatMap(point => point.passages))
        const withAllowedCites = answer.points.slice(0, maxPoints).flatMap(point => {
          const cites = point.cites.filter(cite => allowed.has(Number(cite.replace(/\D/g, '')) - 1))
          return cites.length > 0 ? [{ ...point, cites }] : []
        })
        const checked = await threads.run({ kind: 'check-points', manuscript, chunk, points: withAllowedCites }, signal)
        return checked.length >= Math.min(notes.length, maxPoints) ? checked : selection
      },
      () => selection,
    )
    progress.stepDone()
    return merged
  })
  return (await Promise.all(all)).flat()
}

const joinedChunk = (chunks: readonly Chunk[]): Chunk => ({
  from: chunks[0]!.from,
  to: chunks.at(-1)!.to,
  tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
})

/** Selects at most `maxPoints` points, equally many from each chunk. */
function selectPoints(notes: readonly Notes[], maxPoints: number): Point[] {
  const each = Math.max(1, Math.floor(maxPoints / notes.length))
  return notes.flatMap(({ points }) => {
    const step = Math.max(1, points.length / each)
    return Array.from({ length: Math.min(each, points.length) }, (_, i) => points[Math.floor(i * step)]!)
  })
}

async function draftFromPoints(
  writing: WriteContext,
  points: readonly Point[],
  notes: readonly Notes[],
  sentences: number,
): Promise<CheckedDraft> {
  const { task, ledger } = writing
  const fallbackDraft = () => checkDraft(writing, draftWithoutModel(notes, sentences), sentences)
  return await ledger.getOrAsk(
    { name: 'final', of: [points, about(task), sentences] },
    () => draftPrompt(about(task), points, sentences),
    async answer => {
      const draft = await checkDraft(writing, answer, sentences)
      return collectClaims(draft).length * 3 >= Math.min(sentences, points.length) ? draft : await fallbackDraft()
    },
    fallbackDraft,
  )
}

async function draftAtOnce(writing: WriteContext, sentences: number): Promise<CheckedDraft> {
  const { task, manuscript, ledger } = writing
  const whole: Chunk = { from: 0, to: manuscript.passages.length, tokens: manuscript.tokens }
  return await ledger.getOrAsk(
    { name: 'single', of: [keyOfChunk(manuscript, whole), about(task), sentences] },
    () => singleDraftPrompt(about(task), manuscript, sentences),
    async answer => {
      const draft = await checkDraft(writing, answer, sentences)
      if (collectClaims(draft).length > 0) return draft
      throw noSupportedClaimError()
    },
  )
}

/** The model answered, but no claim in its answers is supported by the transcript. */
export const noSupportedClaimError = () =>
  new ProviderError({
    provider: 'llm',
    code: 'engine_failed',
    retryable: false,
    detail: 'no claim is supported by the transcript',
  })

interface WrittenDraft {
  headline: string
  keyPoints: { text: string; cites: string[] }[]
  sections: { title: string; sentences: { text: string; cites: string[] }[] }[]
}

/** Checks up to 1.5 times the requested number of sentences. */
const checkDraft = ({ threads, manuscript, signal }: WriteContext, draft: WrittenDraft, sentences: number) =>
  threads.run({ kind: 'check-draft', manuscript, draft, most: Math.ceil(1.5 * sentences) }, signal)

/** Assembles a draft from the notes, if the model cannot write one. */
function draftWithoutModel(notes: readonly Notes[], sentences: number): WrittenDraft {
  const each = Math.max(1, Math.floor(sentences / notes.length))
  const claim = ({ text, passages }: Point) => ({ text, cites: passages.map(number => `s${number + 1}`) })
  const sections = notes.map(note => ({ title: note.title, sentences: selectPoints([note], each).map(claim) }))
  const firsts = sections.flatMap(section => section.sentences.slice(0, 1))
  const step = Math.max(1, firsts.length / KEY_POINTS)
  const keyPoints = Array.from({ length: Math.min(KEY_POINTS, firsts.length) }, (_, i) => firsts[Math.floor(i * step)]!)
  const isKey = (text: string) => keyPoints.some(point => point.text === text)
  return {
    headline: '',
    keyPoints,
    sections: sections.map(({ title, sentences }) => ({ title, sentences: sentences.filter(s => !isKey(s.text)) })),
  }
}

/** Whether the model finds each claim supported by its passages; null for claims that it did not judge. */
async function judgeClaims({ manuscript, ledger, onProgress }: WriteContext, draft: CheckedDraft): Promise<Verdict[]> {
  const claims = collectClaims(draft).map(({ text, passages }) => ({ text, passages }))
  const batches = Array.from({ length: Math.ceil(claims.length / CLAIMS_PER_JUDGEMENT) }, (_, i) =>
    claims.slice(i * CLAIMS_PER_JUDGEMENT, (i + 1) * CLAIMS_PER_JUDGEMENT),
  )
  let done = 0
  onProgress({ stage: 'checking', done, total: batches.length })
  const all = await Promise.all(
    batches.map(async batch => {
      const verdicts = await ledger.getOrAsk<{ verdicts: { id: string; supported: boolean }[] }, Verdict[]>(
        { name: 'judge', of: batch },
        () => verdictsPrompt(manuscript, batch),
        ({ verdicts }) =>
          batch.map((_, i) => verdicts.find(({ id }) => id.replace(/\D/g, '') === String(i + 1))?.supported ?? null),
        () => batch.map(() => null),
      )
      onProgress({ stage: 'checking', done: ++done, total: batches.length })
      return verdicts
    }),
  )
  return all.flat()
}

interface Progress {
  stepDone(): void
}

function trackProgress({ onProgress }: WriteContext, total: number): Progress {
  let done = 0
  onProgress({ stage: 'summarising', done, total })
  return { stepDone: () => onProgress({ stage: 'summarising', done: ++done, total }) }
}
