import { randomBytes } from 'node:crypto'
import { type CheckedClaim, type Manuscript, type Passage, type Point, textOf } from '@recaps/summarizer/writers'
import { z } from 'zod'
import type { SummaryTask } from '../../../ports/summarizer.ts'
import type { Question } from '../../llm/calls.ts'
import { KEY_POINTS, mostWords, POINTS_A_CHUNK } from './plan.ts'
import { block, instructionsFor, type Line, type Task, timeMark } from './prompts.ts'

/** A question without what the caller adds to it. */
export type Asked<T> = Pick<Question<T>, 'system' | 'prompt' | 'schema' | 'maxTokens' | 'refuse'>

/** What is told of a recording besides its words. */
export type About = Pick<SummaryTask, 'title' | 'description' | 'chapters' | 'focus'>

const claim = z.object({ text: z.string(), cites: z.array(z.string()) })
const notes = z.object({
  title: z.string(),
  points: z.array(claim),
  quotes: z.array(z.object({ text: z.string(), cite: z.string() })),
})
const merged = z.object({ title: z.string(), points: z.array(claim) })
const draft = z.object({
  headline: z.string(),
  keyPoints: z.array(claim),
  sections: z.array(z.object({ title: z.string(), sentences: z.array(claim) })),
})
const verdicts = z.object({ verdicts: z.array(z.object({ id: z.string(), supported: z.boolean() })) })
const answer = z.object({ found: z.boolean(), sentences: z.array(claim) })
export type Answer = z.infer<typeof answer>

/** Room for an answer; models count otherwise than we do. */
const room = (tokens: number) => Math.ceil(tokens * 1.8) + 300
const tokensOfPoint = 45

export const askForNotes = (
  about: About,
  manuscript: Manuscript,
  from: number,
  to: number,
): Asked<z.infer<typeof notes>> =>
  asked('chunk', notes, room(POINTS_A_CHUNK * tokensOfPoint + 120), boundary => [
    ...aboutLines(about, boundary),
    block('TRANSCRIPT', boundary, passageLines(manuscript.passages, range(from, to))),
    `LIMIT: ${POINTS_A_CHUNK} points`,
    'LIMIT: 30 words',
  ])

export const askForMerge = (about: About, points: readonly Point[], most: number): Asked<z.infer<typeof merged>> =>
  asked('merge', merged, room(most * tokensOfPoint), boundary => [
    ...aboutLines(about, boundary),
    block('POINTS', boundary, pointLines(points)),
    `LIMIT: ${most} points`,
    'LIMIT: 30 words',
  ])

export const askForDraft = (about: About, points: readonly Point[], sentences: number): Asked<z.infer<typeof draft>> =>
  asked('final', draft, room((sentences + KEY_POINTS) * tokensOfPoint + 300), boundary => [
    ...aboutLines(about, boundary),
    block('POINTS', boundary, pointLines(points)),
    ...limits(sentences),
  ])

export const askForAll = (about: About, manuscript: Manuscript, sentences: number): Asked<z.infer<typeof draft>> =>
  asked('single', draft, room((sentences + KEY_POINTS) * tokensOfPoint + 300), boundary => [
    ...aboutLines(about, boundary),
    block('TRANSCRIPT', boundary, passageLines(manuscript.passages, range(0, manuscript.passages.length))),
    ...limits(sentences),
  ])

/** Claims are numbered from 0 in the order given: `c1` is the first. */
export const askForVerdicts = (
  manuscript: Manuscript,
  claims: readonly Pick<CheckedClaim, 'text' | 'passages'>[],
): Asked<z.infer<typeof verdicts>> =>
  asked('judge', verdicts, room(claims.length * 16), boundary => [
    block(
      'CLAIMS',
      boundary,
      claims.map(({ text, passages }, i) => ({ mark: `[c${i + 1} ${marks(passages)}]`, text })),
    ),
    block('TRANSCRIPT', boundary, passageLines(manuscript.passages, evidenceFor(manuscript, claims))),
  ])

export const askForAnswer = (
  title: string,
  question: string,
  passages: readonly Passage[],
  numbers: readonly number[],
): Asked<Answer> =>
  asked('answer', answer, 900, boundary => [
    block('ABOUT', boundary, [{ mark: 'title:', text: title }]),
    block('QUESTION', boundary, [{ text: question }]),
    block('TRANSCRIPT', boundary, passageLines(passages, numbers)),
  ])

/** A word that is made for one call is nothing that the material can hold; an answer that holds it tells what it was told. */
function asked<T>(
  task: Task,
  schema: z.ZodType<T>,
  maxTokens: number,
  material: (boundary: string) => string[],
): Asked<T> {
  const [boundary, secret] = [randomBytes(6).toString('hex'), randomBytes(6).toString('hex')]
  return {
    system: instructionsFor(task, secret),
    prompt: material(boundary).join('\n\n'),
    schema,
    maxTokens,
    refuse: text => (text.includes(secret) || text.includes(boundary) ? 'It repeats what it was told.' : null),
  }
}

/** Passages around those that are cited that may bear a claim out. */
const AROUND = 2

function evidenceFor({ passages }: Manuscript, claims: readonly Pick<CheckedClaim, 'passages'>[]): number[] {
  const wanted = new Set<number>()
  for (const number of claims.flatMap(({ passages }) => passages))
    for (let i = number - AROUND; i <= number + AROUND; i++) if (passages[i]) wanted.add(i)
  return [...wanted].sort((a, b) => a - b)
}

const limits = (sentences: number) => [
  `LIMIT: ${sentences} sentences`,
  `LIMIT: ${mostWords(sentences)} words`,
  `LIMIT: ${KEY_POINTS} key points`,
]

const passageLines = (passages: readonly Passage[], numbers: readonly number[]): Line[] =>
  numbers.map(number => ({
    mark: `[s${number + 1} @${timeMark(passages[number]!.startMs)}]`,
    text: textOf(passages[number]!),
  }))

const pointLines = (points: readonly Point[]): Line[] =>
  points.map(({ text, passages }, i) => ({ mark: `[p${i + 1} ${marks(passages)}]`, text }))

const marks = (passages: readonly number[]): string => passages.map(number => `s${number + 1}`).join(',')

const mostOfDescription = 600
const mostChapters = 60

function aboutLines({ title, description, chapters, focus }: About, boundary: string): string[] {
  const about = [
    ...(title ? [{ mark: 'title:', text: title }] : []),
    ...(description ? [{ mark: 'description:', text: description.slice(0, mostOfDescription) }] : []),
    ...chapters
      .slice(0, mostChapters)
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
