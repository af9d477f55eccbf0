import { type Manuscript, passageText } from '@recaps/summarizer/writers'
import { generateText, type LanguageModel } from 'ai'
import { taskLimiter } from '../../apps/server/src/adapters/llm/task-limiter.ts'

/**
 * The two usual recipes for texts that exceed one call, as documented for LangChain.js ("map reduce" and "refine" in its
 * summarization guide): two-line prompts, overlapping chunks of fixed size, no citations, no verification.
 */

/** Chunk size as in the product; consecutive chunks overlap. */
const chunkTokens = 6_000
const overlapTokens = 250
/** Maximum tokens of summaries to reduce in one call. Longer ones are condensed first. */
const reducedTokens = 12_000
const wordsPerPart = 220

export interface Recipe {
  model: LanguageModel
  parallel: number
  /** Target length of the summary. */
  words: number
}

export async function mapReduce(manuscript: Manuscript, { model, parallel, words }: Recipe): Promise<void> {
  const queue = taskLimiter(parallel)
  const summarize = (text: string, length: number) => queue.run(() => generateSummary(model, text, length), never)
  let parts = splitIntoChunks(joinPassages(manuscript))
  if (parts.length > 1) {
    parts = await Promise.all(parts.map(part => summarize(part, wordsPerPart)))
    while (estimateTokens(parts.join('\n')) > reducedTokens)
      parts = await Promise.all(groupParts(parts).map(group => summarize(group, wordsPerPart)))
  }
  await summarize(parts.join('\n'), words)
}

export async function refine(manuscript: Manuscript, { model, words }: Recipe): Promise<void> {
  let answer = ''
  for (const part of splitIntoChunks(joinPassages(manuscript))) {
    const before = answer ? `We have an existing summary up to a certain point:\n${answer}\n` : ''
    answer = await generateSummary(model, part, words, `${before}Refine it with the context below where it helps.`)
  }
}

const never = new AbortController().signal

async function generateSummary(model: LanguageModel, text: string, words: number, before = ''): Promise<string> {
  const answer = await generateText({
    ...{ model, maxRetries: 0, temperature: 0 },
    instructions: 'TASK: text',
    prompt: `${before}Write a concise summary of the following:\n<<<TRANSCRIPT x\n${text}\nTRANSCRIPT x>>>\nLIMIT: ${words} words\nCONCISE SUMMARY:`,
  })
  return answer.text
}

const joinPassages = ({ passages }: Manuscript): string => passages.map(passageText).join('\n')

const estimateTokens = (text: string) => text.length / 4

function splitIntoChunks(text: string): string[] {
  if (estimateTokens(text) <= chunkTokens) return [text]
  const [size, step] = [chunkTokens * 4, (chunkTokens - overlapTokens) * 4]
  return Array.from({ length: Math.ceil((text.length - size) / step) + 1 }, (_, i) =>
    text.slice(i * step, i * step + size),
  )
}

function groupParts(parts: readonly string[]): string[] {
  const groups: string[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last !== undefined && estimateTokens(last + part) <= reducedTokens)
      groups[groups.length - 1] = `${last}\n${part}`
    else groups.push(part)
  }
  return groups
}
