import type { Summary } from '@recaps/summarizer'
import {
  type CheckedDraft,
  type CheckedNotes,
  type Chunk,
  claimsOf,
  type Manuscript,
  type Point,
  textOf,
  type Verdict,
} from '@recaps/summarizer/writers'
import { ProviderError } from '../../../errors.ts'
import type { StepProgress, SummaryTask } from '../../../ports/summarizer.ts'
import type { TextThreads } from '../../text-threads/pool.ts'
import type { Ledger } from './ledger.ts'
import { CLAIMS_A_JUDGEMENT, KEY_POINTS, lengthFor, mergesFor, pointsOfMerge } from './plan.ts'
import { type About, askForAll, askForDraft, askForMerge, askForNotes, askForVerdicts } from './questions.ts'

export interface Writing {
  task: SummaryTask
  manuscript: Manuscript
  ledger: Ledger
  threads: TextThreads
  signal: AbortSignal
  onProgress(progress: StepProgress): void
  /** Written into the summary. */
  engine: string
  version: string
}

export interface Outcome {
  summary: Summary
  fallbackChunks: number
}

/** Chunks that may fail before the first one succeeds: then there is no model to be had. */
const mostFailures = 3

/** Writes a summary by a model: notes of every chunk, joined where there are many, one text from them, and every claim of it judged. */
export async function writeByModel(writing: Writing): Promise<Outcome> {
  const { task, manuscript, threads } = writing
  const { words, sentences } = lengthFor(manuscript, task)
  const { chunks } = manuscript
  const merges = mergesFor(chunks.length)
  const steps = stepper(writing, chunks.length + merges + (chunks.length > 1 ? 1 : 0))
  const notes = chunks.length > 1 ? await noteAll(writing, steps) : null
  const points = notes ? await joined(writing, notes.notes, sentences, merges, steps) : []
  const draft = notes ? await drafted(writing, points, notes.notes, sentences) : await draftedAtOnce(writing, sentences)
  steps.done()
  const verdicts = await judged(writing, draft)
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

const about = ({ title, description, chapters, focus }: SummaryTask): About => ({ title, description, chapters, focus })

interface Noted extends CheckedNotes {
  /** The built-in engine took these notes. */
  plain?: true
}

/** Notes of every chunk, as many at a time as the model allows; those of a chunk that cannot be had are taken by the built-in engine. */
async function noteAll(
  { task, manuscript, ledger, threads, signal }: Writing,
  steps: Stepper,
): Promise<{ notes: Noted[]; fallbacks: number }> {
  let succeeded = 0
  let failed = 0
  const note = async (chunk: Chunk): Promise<Noted> => {
    const noted = await ledger.noted<Parameters<typeof check>[0], Noted>(
      { name: 'chunk', of: [keyOfChunk(manuscript, chunk), about(task)] },
      () => askForNotes(about(task), manuscript, chunk.from, chunk.to),
      answer => check(answer),
      async error => {
        failed++
        if (succeeded === 0 && failed >= mostFailures) throw error
        return await plain()
      },
    )
    if (!noted.plain) succeeded++
    steps.done()
    return noted

    async function check(answer: {
      title: string
      points: { text: string; cites: string[] }[]
      quotes: { text: string; cite: string }[]
    }) {
      const checked = await threads.run({ kind: 'check-notes', manuscript, chunk, notes: answer }, signal)
      // Nothing of what was noted holds: that is as good as no answer.
      return checked.points.length > 0 ? checked : await plain()
    }
    async function plain(): Promise<Noted> {
      return { ...(await threads.run({ kind: 'plain-notes', manuscript, chunk }, signal)), plain: true }
    }
  }
  const notes = await Promise.all(manuscript.chunks.map(note))
  const fallbacks = notes.filter(one => one.plain).length
  if (fallbacks === notes.length) throw nothingHolds()
  return { notes, fallbacks }
}

const keyOfChunk = ({ passages }: Manuscript, { from, to }: Chunk): string[] =>
  passages.slice(from, to).map(passage => `${passage.startMs} ${textOf(passage)}`)

/** The points of all chunks, joined by twelves where there are many chunks. Where a merge cannot be had, the points as they are. */
async function joined(
  { task, manuscript, ledger, threads, signal }: Writing,
  notes: readonly Noted[],
  sentences: number,
  merges: number,
  steps: Stepper,
): Promise<Point[]> {
  if (merges === 0) return notes.flatMap(note => note.points)
  const size = Math.ceil(notes.length / merges)
  const most = pointsOfMerge(sentences, merges)
  const groups = Array.from({ length: merges }, (_, i) => ({
    notes: notes.slice(i * size, (i + 1) * size),
    chunk: joinedChunk(manuscript.chunks.slice(i * size, (i + 1) * size)),
  }))
  const all = groups.map(async ({ notes, chunk }) => {
    const points = notes.flatMap(note => note.points)
    const kept = thinned(notes, most)
    const merged = await ledger.noted(
      { name: 'merge', of: [points, about(task), most] },
      () => askForMerge(about(task), points, most),
      async answer => {
        const allowed = new Set(points.flatMap(point => point.passages))
        const reusing = answer.points.slice(0, most).flatMap(point => {
          const cites = point.cites.filter(cite => allowed.has(Number(cite.replace(/\D/g, '')) - 1))
          return cites.length > 0 ? [{ ...point, cites }] : []
        })
        const checked = await threads.run({ kind: 'check-points', manuscript, chunk, points: reusing }, signal)
        return checked.length >= Math.min(notes.length, most) ? checked : kept
      },
      () => kept,
    )
    steps.done()
    return merged
  })
  return (await Promise.all(all)).flat()
}

const joinedChunk = (chunks: readonly Chunk[]): Chunk => ({
  from: chunks[0]!.from,
  to: chunks.at(-1)!.to,
  tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
})

/** At most so many points, the same share of every chunk's. */
function thinned(notes: readonly Noted[], most: number): Point[] {
  const each = Math.max(1, Math.floor(most / notes.length))
  return notes.flatMap(({ points }) => {
    const step = Math.max(1, points.length / each)
    return Array.from({ length: Math.min(each, points.length) }, (_, i) => points[Math.floor(i * step)]!)
  })
}

async function drafted(
  writing: Writing,
  points: readonly Point[],
  notes: readonly Noted[],
  sentences: number,
): Promise<CheckedDraft> {
  const { task, ledger } = writing
  const fromNotes = () => checked(writing, draftOfNotes(notes, sentences), sentences)
  return await ledger.noted(
    { name: 'final', of: [points, about(task), sentences] },
    () => askForDraft(about(task), points, sentences),
    async answer => {
      const draft = await checked(writing, answer, sentences)
      return claimsOf(draft).length * 3 >= Math.min(sentences, points.length) ? draft : await fromNotes()
    },
    fromNotes,
  )
}

async function draftedAtOnce(writing: Writing, sentences: number): Promise<CheckedDraft> {
  const { task, manuscript, ledger } = writing
  const whole: Chunk = { from: 0, to: manuscript.passages.length, tokens: manuscript.tokens }
  return await ledger.noted(
    { name: 'single', of: [keyOfChunk(manuscript, whole), about(task), sentences] },
    () => askForAll(about(task), manuscript, sentences),
    async answer => {
      const draft = await checked(writing, answer, sentences)
      if (claimsOf(draft).length > 0) return draft
      throw nothingHolds()
    },
  )
}

/** Answers came, and there is nothing in them that may be used. */
export const nothingHolds = () =>
  new ProviderError({ provider: 'llm', code: 'engine_failed', retryable: false, detail: 'nothing of it holds' })

interface WrittenDraft {
  headline: string
  keyPoints: { text: string; cites: string[] }[]
  sections: { title: string; sentences: { text: string; cites: string[] }[] }[]
}

/** Half as many sentences again as were asked for are looked at. */
const checked = ({ threads, manuscript, signal }: Writing, draft: WrittenDraft, sentences: number) =>
  threads.run({ kind: 'check-draft', manuscript, draft, most: Math.ceil(1.5 * sentences) }, signal)

/** A summary made of the notes themselves, for when they cannot be made into one text. */
function draftOfNotes(notes: readonly Noted[], sentences: number): WrittenDraft {
  const each = Math.max(1, Math.floor(sentences / notes.length))
  const claim = ({ text, passages }: Point) => ({ text, cites: passages.map(number => `s${number + 1}`) })
  const sections = notes.map(note => ({ title: note.title, sentences: thinned([note], each).map(claim) }))
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

/** What the model says of each claim beside its passages; null for those of which it says nothing. */
async function judged({ manuscript, ledger, onProgress }: Writing, draft: CheckedDraft): Promise<Verdict[]> {
  const claims = claimsOf(draft).map(({ text, passages }) => ({ text, passages }))
  const batches = Array.from({ length: Math.ceil(claims.length / CLAIMS_A_JUDGEMENT) }, (_, i) =>
    claims.slice(i * CLAIMS_A_JUDGEMENT, (i + 1) * CLAIMS_A_JUDGEMENT),
  )
  let done = 0
  onProgress({ stage: 'checking', done, total: batches.length })
  const all = await Promise.all(
    batches.map(async batch => {
      const verdicts = await ledger.noted<{ verdicts: { id: string; supported: boolean }[] }, Verdict[]>(
        { name: 'judge', of: batch },
        () => askForVerdicts(manuscript, batch),
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

interface Stepper {
  done(): void
}

function stepper({ onProgress }: Writing, total: number): Stepper {
  let done = 0
  onProgress({ stage: 'summarising', done, total })
  return { done: () => onProgress({ stage: 'summarising', done: ++done, total }) }
}
