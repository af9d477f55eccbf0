import { type Claim, type Manuscript, textOf } from '@recaps/summarizer/writers'
import { ProviderError } from '../../errors.ts'
import type { Answerer, AnswerPart } from '../../ports/answerer.ts'
import type { Asking, Spent } from '../llm/calls.ts'
import { type Prices, usdOf } from '../summarizer/llm/plan.ts'
import { askForAnswer } from '../summarizer/llm/questions.ts'
import type { TextThreads } from '../text-threads/pool.ts'

export interface LlmAnswererDeps {
  asking: Asking
  threads: TextThreads
  /** Answers when the model cannot be had before it said anything. */
  builtIn: Answerer
  modelId: string
  prices: Prices
}

/** Passages that are looked at, each with its neighbours. */
const mostFound = 8
const around = 1
const mostSentences = 6

/** Answers of a language model from the passages that have to do with the question; each sentence is held against them before it is shown. */
export const llmAnswerer = ({ asking, threads, builtIn, modelId, prices }: LlmAnswererDeps): Answerer => ({
  async *answer(asked, { signal }): AsyncGenerator<AnswerPart> {
    const { question, ...task } = asked
    const { manuscript, found } = await threads.run({ kind: 'find', task, question, most: mostFound }, signal)
    // In another language the words of the question are not those of the answer: then the model sees what fits into a call.
    const isOther = manuscript.passages.some(passage => passage.foreign)
    const numbers = isOther ? spread(manuscript) : withNeighbours(found.passages, manuscript)
    const spent: Spent = { calls: 0, tokensIn: 0, tokensOut: 0 }
    const onSpent = (more: Spent) => {
      for (const name of ['calls', 'tokensIn', 'tokensOut'] as const) spent[name] += more[name]
    }
    const end = (isFound: boolean): AnswerPart => ({
      kind: 'end',
      found: isFound,
      engine: modelId,
      cost: { ...spent, usd: usdOf(spent, prices) },
    })
    if (numbers.length === 0) return void (yield end(false))
    let shown = 0
    try {
      const question_ = { ...askForAnswer(asked.title, question, manuscript.passages, numbers), signal, onSpent }
      for await (const claims of wholeSentences(asking.stream(question_), question_.refuse)) {
        const allowed = claims.map(claim => onlyCiting(claim, numbers)).slice(0, mostSentences - shown)
        const sentences = await threads.run({ kind: 'check-answer', manuscript, sentences: allowed }, signal)
        for (const sentence of sentences)
          if (sentence) {
            shown++
            yield { kind: 'sentence', sentence }
          }
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (shown === 0) return yield* builtIn.answer(asked, { signal })
    }
    yield end(shown > 0)
  },
})

/** The sentences of an answer that is still growing, each when the next one has begun; what follows the last is its end. */
async function* wholeSentences(
  growing: AsyncIterable<unknown>,
  refuse: ((text: string) => string | null) | undefined,
): AsyncGenerator<Claim[]> {
  let given = 0
  let last: Claim[] = []
  for await (const partial of growing) {
    if (refuse?.(JSON.stringify(partial)))
      throw new ProviderError({
        provider: 'llm',
        code: 'engine_failed',
        retryable: false,
        detail: 'it tells its instructions',
      })
    last = sentencesIn(partial)
    const whole = last.slice(given, -1)
    if (whole.length === 0) continue
    given += whole.length
    yield whole
  }
  yield last.slice(given)
}

function sentencesIn(partial: unknown): Claim[] {
  const { sentences } = (partial ?? {}) as { sentences?: (Partial<Claim> | undefined)[] }
  return (sentences ?? []).map(sentence => ({
    text: String(sentence?.text ?? ''),
    cites: (sentence?.cites ?? []).filter(cite => typeof cite === 'string'),
  }))
}

/** Passages that were not shown cannot be cited. */
const onlyCiting = ({ text, cites }: Claim, numbers: readonly number[]): Claim => ({
  text,
  cites: cites.filter(cite => numbers.includes(Number(cite.replace(/\D/g, '')) - 1)),
})

function withNeighbours(found: readonly number[], { passages }: Manuscript): number[] {
  const wanted = new Set<number>()
  for (const number of found) for (let i = number - around; i <= number + around; i++) if (passages[i]) wanted.add(i)
  return [...wanted].sort((a, b) => a - b)
}

const mostCharacters = 24_000

/** Passages from beginning to end, as many as fit. */
function spread({ passages }: Manuscript): number[] {
  const characters = passages.reduce((sum, passage) => sum + textOf(passage).length, 0)
  const step = Math.max(1, Math.ceil(characters / mostCharacters))
  return passages.flatMap((_, i) => (i % step === 0 ? [i] : []))
}
