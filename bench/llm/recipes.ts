import { type Manuscript, textOf } from '@recaps/summarizer/writers'
import { generateText, type LanguageModel } from 'ai'
import { slots } from '../../apps/server/src/adapters/llm/slots.ts'

/**
 * The two usual recipes for texts that are longer than a call, as they are documented for LangChain.js ("map reduce" and
 * "refine" of its summarisation guide): prompts of two lines, chunks of a fixed size that overlap, no citations, nothing checked.
 */

/** Tokens of a chunk, the same as ours, and of what two neighbours share. */
const chunkTokens = 6_000
const overlapTokens = 250
/** Tokens of summaries that are reduced in one call; beyond it they are collapsed first. */
const reducedTokens = 12_000
const wordsOfPart = 220

export interface Recipe {
  model: LanguageModel
  parallel: number
  /** Words of the text that comes out. */
  words: number
}

export async function mapReduce(manuscript: Manuscript, { model, parallel, words }: Recipe): Promise<void> {
  const queue = slots(parallel)
  const summarise = (text: string, length: number) => queue.run(() => summaryOf(model, text, length), never)
  let parts = chunksOf(wholeText(manuscript))
  if (parts.length > 1) {
    parts = await Promise.all(parts.map(part => summarise(part, wordsOfPart)))
    while (tokensOf(parts.join('\n')) > reducedTokens)
      parts = await Promise.all(grouped(parts).map(group => summarise(group, wordsOfPart)))
  }
  await summarise(parts.join('\n'), words)
}

export async function refine(manuscript: Manuscript, { model, words }: Recipe): Promise<void> {
  let answer = ''
  for (const part of chunksOf(wholeText(manuscript))) {
    const before = answer ? `We have an existing summary up to a certain point:\n${answer}\n` : ''
    answer = await summaryOf(model, part, words, `${before}Refine it with the context below where it helps.`)
  }
}

const never = new AbortController().signal

async function summaryOf(model: LanguageModel, text: string, words: number, before = ''): Promise<string> {
  const answer = await generateText({
    ...{ model, maxRetries: 0, temperature: 0 },
    instructions: 'TASK: text',
    prompt: `${before}Write a concise summary of the following:\n<<<TRANSCRIPT x\n${text}\nTRANSCRIPT x>>>\nLIMIT: ${words} words\nCONCISE SUMMARY:`,
  })
  return answer.text
}

const wholeText = ({ passages }: Manuscript): string => passages.map(textOf).join('\n')

const tokensOf = (text: string) => text.length / 4

function chunksOf(text: string): string[] {
  if (tokensOf(text) <= chunkTokens) return [text]
  const [size, step] = [chunkTokens * 4, (chunkTokens - overlapTokens) * 4]
  return Array.from({ length: Math.ceil((text.length - size) / step) + 1 }, (_, i) =>
    text.slice(i * step, i * step + size),
  )
}

function grouped(parts: readonly string[]): string[] {
  const groups: string[] = []
  for (const part of parts) {
    const open = groups.at(-1)
    if (open !== undefined && tokensOf(open + part) <= reducedTokens) groups[groups.length - 1] = `${open}\n${part}`
    else groups.push(part)
  }
  return groups
}
