import { type Claim, type Manuscript, passageText } from '@recaps/summarizer/writers'
import { ProviderError } from '../../errors.ts'
import type { Answerer, AnswerPart } from '../../ports/answerer.ts'
import type { LlmClient, LlmUsage } from '../llm/llm-client.ts'
import { answerPrompt } from '../summarizer/llm/build-prompts.ts'
import { costInUsd, type TokenPrices } from '../summarizer/llm/plan.ts'
import type { TextThreads } from '../text-threads/pool.ts'

export interface LlmAnswererDeps {
  llm: LlmClient
  threads: TextThreads
  /** Answers if the model fails before its first sentence. */
  builtIn: Answerer
  modelId: string
  prices: TokenPrices
}

/** Passages for the model, each with its neighbours on both sides. */
const maxFound = 8
const neighbours = 1
const maxSentences = 6

/** Answers with a language model from the passages that fit the question. Each sentence is checked against them before it is shown. */
export const llmAnswerer = ({ llm, threads, builtIn, modelId, prices }: LlmAnswererDeps): Answerer => ({
  async *answer(request, { signal }): AsyncGenerator<AnswerPart> {
    const { question, ...task } = request
    const { manuscript, found } = await threads.run({ kind: 'find', task, question, most: maxFound }, signal)
    // The words of the question do not match passages in a foreign language, so the model gets as many passages as fit into a call.
    const isForeign = manuscript.passages.some(passage => passage.foreign)
    const numbers = isForeign ? spread(manuscript) : withNeighbours(found.passages, manuscript)
    const spent: LlmUsage = { calls: 0, tokensIn: 0, tokensOut: 0 }
    const onUsage = (more: LlmUsage) => {
      for (const name of ['calls', 'tokensIn', 'tokensOut'] as const) spent[name] += more[name]
    }
    const end = (isFound: boolean): AnswerPart => ({
      kind: 'end',
      found: isFound,
      engine: modelId,
      cost: { ...spent, usd: costInUsd(spent, prices) },
    })
    if (numbers.length === 0) return void (yield end(false))
    let shown = 0
    try {
      const prompt = { ...answerPrompt(request.title, question, manuscript.passages, numbers), signal, onUsage }
      for await (const claims of completeSentences(llm.stream(prompt), prompt.refuse)) {
        const allowed = claims.map(claim => onlyCiting(claim, numbers)).slice(0, maxSentences - shown)
        const sentences = await threads.run({ kind: 'check-answer', manuscript, sentences: allowed }, signal)
        for (const sentence of sentences)
          if (sentence) {
            shown++
            yield { kind: 'sentence', sentence }
          }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (shown === 0) return yield* builtIn.answer(request, { signal })
    }
    yield end(shown > 0)
  },
})

/** Yields the sentences of a growing answer. A sentence is complete when the next one begins or the answer ends. */
async function* completeSentences(
  growing: AsyncIterable<unknown>,
  refuse: ((text: string) => string | null) | undefined,
): AsyncGenerator<Claim[]> {
  let yielded = 0
  let last: Claim[] = []
  for await (const partial of growing) {
    if (refuse?.(JSON.stringify(partial)))
      throw new ProviderError({
        provider: 'llm',
        code: 'engine_failed',
        retryable: false,
        detail: 'the answer reveals the instructions',
      })
    last = sentencesIn(partial)
    const complete = last.slice(yielded, -1)
    if (complete.length === 0) continue
    yielded += complete.length
    yield complete
  }
  yield last.slice(yielded)
}

function sentencesIn(partial: unknown): Claim[] {
  const { sentences } = (partial ?? {}) as { sentences?: (Partial<Claim> | undefined)[] }
  return (sentences ?? []).map(sentence => ({
    text: String(sentence?.text ?? ''),
    cites: (sentence?.cites ?? []).filter(cite => typeof cite === 'string'),
  }))
}

/** The model may cite only passages that it was given. */
const onlyCiting = ({ text, cites }: Claim, numbers: readonly number[]): Claim => ({
  text,
  cites: cites.filter(cite => numbers.includes(Number(cite.replace(/\D/g, '')) - 1)),
})

function withNeighbours(found: readonly number[], { passages }: Manuscript): number[] {
  const numbers = new Set<number>()
  for (const number of found)
    for (let i = number - neighbours; i <= number + neighbours; i++) if (passages[i]) numbers.add(i)
  return [...numbers].sort((a, b) => a - b)
}

const maxCharacters = 24_000

/** Evenly spaced passages of the whole transcript, as many as fit. */
function spread({ passages }: Manuscript): number[] {
  const characters = passages.reduce((sum, passage) => sum + passageText(passage).length, 0)
  const step = Math.max(1, Math.ceil(characters / maxCharacters))
  return passages.flatMap((_, i) => (i % step === 0 ? [i] : []))
}
