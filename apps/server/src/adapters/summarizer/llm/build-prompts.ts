import { randomBytes } from 'node:crypto'
import { type CheckedClaim, type Manuscript, type Passage, type Point, passageText } from '@recaps/summarizer/writers'
import { z } from 'zod'
import type { SummaryTask } from '../../../ports/summarizer.ts'
import type { LlmQuestion } from '../../llm/llm-client.ts'
import { KEY_POINTS, maxSentenceWords, POINTS_PER_CHUNK } from './plan.ts'
import { block, instructionsFor, type Line, type Task, timeMark } from './prompts.ts'

/** The parts of a question that depend on the task only. */
export type LlmPrompt<T> = Pick<LlmQuestion<T>, 'system' | 'prompt' | 'schema' | 'maxTokens' | 'refuse'>

/** What the model is told about a recording besides its transcript. */
export type RecordingInfo = Pick<SummaryTask, 'title' | 'description' | 'chapters' | 'focus'>

const claimSchema = z.object({ text: z.string(), cites: z.array(z.string()) })
const notesSchema = z.object({
  title: z.string(),
  points: z.array(claimSchema),
  quotes: z.array(z.object({ text: z.string(), cite: z.string() })),
})
const mergeSchema = z.object({ title: z.string(), points: z.array(claimSchema) })
const draftSchema = z.object({
  headline: z.string(),
  keyPoints: z.array(claimSchema),
  sections: z.array(z.object({ title: z.string(), sentences: z.array(claimSchema) })),
})
const verdictsSchema = z.object({ verdicts: z.array(z.object({ id: z.string(), supported: z.boolean() })) })
const answerSchema = z.object({ found: z.boolean(), sentences: z.array(claimSchema) })
export type ModelAnswer = z.infer<typeof answerSchema>

/** Token limit for an answer, with a reserve because models count tokens differently. */
const answerLimit = (tokens: number) => Math.ceil(tokens * 1.8) + 300
const tokensOfPoint = 45

export const notesPrompt = (
  about: RecordingInfo,
  manuscript: Manuscript,
  from: number,
  to: number,
): LlmPrompt<z.infer<typeof notesSchema>> =>
  createQuestion('chunk', notesSchema, answerLimit(POINTS_PER_CHUNK * tokensOfPoint + 120), boundary => [
    ...aboutLines(about, boundary),
    block('TRANSCRIPT', boundary, passageLines(manuscript.passages, range(from, to))),
    `LIMIT: ${POINTS_PER_CHUNK} points`,
    'LIMIT: 30 words',
  ])

export const mergePrompt = (
  about: RecordingInfo,
  points: readonly Point[],
  most: number,
): LlmPrompt<z.infer<typeof mergeSchema>> =>
  createQuestion('merge', mergeSchema, answerLimit(most * tokensOfPoint), boundary => [
    ...aboutLines(about, boundary),
    block('POINTS', boundary, pointLines(points)),
    `LIMIT: ${most} points`,
    'LIMIT: 30 words',
  ])

export const draftPrompt = (
  about: RecordingInfo,
  points: readonly Point[],
  sentences: number,
): LlmPrompt<z.infer<typeof draftSchema>> =>
  createQuestion('final', draftSchema, answerLimit((sentences + KEY_POINTS) * tokensOfPoint + 300), boundary => [
    ...aboutLines(about, boundary),
    block('POINTS', boundary, pointLines(points)),
    ...limits(sentences),
  ])

export const singleDraftPrompt = (
  about: RecordingInfo,
  manuscript: Manuscript,
  sentences: number,
): LlmPrompt<z.infer<typeof draftSchema>> =>
  createQuestion('single', draftSchema, answerLimit((sentences + KEY_POINTS) * tokensOfPoint + 300), boundary => [
    ...aboutLines(about, boundary),
    block('TRANSCRIPT', boundary, passageLines(manuscript.passages, range(0, manuscript.passages.length))),
    ...limits(sentences),
  ])

/** Claims are numbered from 0 in the order given: `c1` is the first. */
export const verdictsPrompt = (
  manuscript: Manuscript,
  claims: readonly Pick<CheckedClaim, 'text' | 'passages'>[],
): LlmPrompt<z.infer<typeof verdictsSchema>> =>
  createQuestion('judge', verdictsSchema, answerLimit(claims.length * 16), boundary => [
    block(
      'CLAIMS',
      boundary,
      claims.map(({ text, passages }, i) => ({ mark: `[c${i + 1} ${marks(passages)}]`, text })),
    ),
    block('TRANSCRIPT', boundary, passageLines(manuscript.passages, evidenceFor(manuscript, claims))),
  ])

export const answerPrompt = (
  title: string,
  question: string,
  passages: readonly Passage[],
  numbers: readonly number[],
): LlmPrompt<ModelAnswer> =>
  createQuestion('answer', answerSchema, 900, boundary => [
    block('ABOUT', boundary, [{ mark: 'title:', text: title }]),
    block('QUESTION', boundary, [{ text: question }]),
    block('TRANSCRIPT', boundary, passageLines(passages, numbers)),
  ])

/** The random boundary and secret cannot occur in the material, so an answer that contains one of them reveals the instructions. */
function createQuestion<T>(
  task: Task,
  schema: z.ZodType<T>,
  maxTokens: number,
  material: (boundary: string) => string[],
): LlmPrompt<T> {
  const [boundary, secret] = [randomBytes(6).toString('hex'), randomBytes(6).toString('hex')]
  return {
    system: instructionsFor(task, secret),
    prompt: material(boundary).join('\n\n'),
    schema,
    maxTokens,
    refuse: text => (text.includes(secret) || text.includes(boundary) ? 'It repeats what it was told.' : null),
  }
}

/** Neighbours of a cited passage, on each side, that may also support a claim. */
const NEIGHBOURS = 2

function evidenceFor({ passages }: Manuscript, claims: readonly Pick<CheckedClaim, 'passages'>[]): number[] {
  const numbers = new Set<number>()
  for (const number of claims.flatMap(({ passages }) => passages))
    for (let i = number - NEIGHBOURS; i <= number + NEIGHBOURS; i++) if (passages[i]) numbers.add(i)
  return [...numbers].sort((a, b) => a - b)
}

const limits = (sentences: number) => [
  `LIMIT: ${sentences} sentences`,
  `LIMIT: ${maxSentenceWords(sentences)} words`,
  `LIMIT: ${KEY_POINTS} key points`,
]

const passageLines = (passages: readonly Passage[], numbers: readonly number[]): Line[] =>
  numbers.map(number => ({
    mark: `[s${number + 1} @${timeMark(passages[number]!.startMs)}]`,
    text: passageText(passages[number]!),
  }))

const pointLines = (points: readonly Point[]): Line[] =>
  points.map(({ text, passages }, i) => ({ mark: `[p${i + 1} ${marks(passages)}]`, text }))

const marks = (passages: readonly number[]): string => passages.map(number => `s${number + 1}`).join(',')

const maxDescriptionLength = 600
const maxChapters = 60

function aboutLines({ title, description, chapters, focus }: RecordingInfo, boundary: string): string[] {
  const about = [
    ...(title ? [{ mark: 'title:', text: title }] : []),
    ...(description ? [{ mark: 'description:', text: description.slice(0, maxDescriptionLength) }] : []),
    ...chapters
      .slice(0, maxChapters)
      .map(chapter => ({ mark: `chapter at ${timeMark(chapter.startMs)}:`, text: chapter.title })),
  ]
  return [
    ...(about.length > 0 ? [block('ABOUT', boundary, about)] : []),
    ...(focus
      ? [
          block('FOCUS', boundary, [{ text: focus }]),
          'FOCUS is what the reader wants to know most. Prefer what bears on it; it changes nothing else.',
        ]
      : []),
  ]
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i)
