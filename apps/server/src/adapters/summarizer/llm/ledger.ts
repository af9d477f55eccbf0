import { createHash, randomUUID } from 'node:crypto'
import { ProviderError } from '../../../errors.ts'
import type { LlmCheckpoint } from '../../../ports/summarizer.ts'
import type { LlmClient, LlmUsage } from '../../llm/llm-client.ts'
import type { LlmPrompt } from './build-prompts.ts'
import { costInUsd, type TokenPrices } from './plan.ts'
import { promptVersion } from './prompts.ts'

/** Stores the model's answers and their cost in a notebook, so that no question is asked, or paid for, twice. */
export interface LlmLedger {
  /**
   * Returns `make(answer)`. Asks the model only if the notebook has no answer under this key. If the model fails, the result of
   * `otherwise` replaces the answer permanently; without `otherwise` the failure is thrown, and the question may be asked again.
   */
  getOrAsk<A, N>(
    key: { name: string; of: unknown },
    question: () => LlmPrompt<A>,
    make: (answer: A) => Promise<N> | N,
    otherwise?: (error: ProviderError) => Promise<N> | N,
  ): Promise<N>
  usage(): Usage
}

type Usage = LlmUsage & { ms: number }

/** Holds the raw answer, because the process may die while it is processed. */
type Note = { spent: Usage } & (
  | { answer: unknown }
  | { failed: { detail: string; retryable: boolean } }
  | { failed?: never }
)

/** The summary has cost more than is allowed. */
export class CostLimitExceeded extends Error {}

export interface LlmLedgerDeps {
  llm: LlmClient
  notebook: LlmCheckpoint
  modelId: string
  prices: TokenPrices
  maxCost: number | undefined
  signal: AbortSignal
  beforeCall: (() => Promise<void>) | undefined
}

const zero = (): Usage => ({ calls: 0, tokensIn: 0, tokensOut: 0, ms: 0 })

export async function openLedger(deps: LlmLedgerDeps): Promise<LlmLedger> {
  const { llm, notebook, signal, maxCost } = deps
  const notes = new Map(await notebook.read()) as Map<string, Note>
  const total = zero()
  for (const { spent } of notes.values()) add(total, spent)

  const keyOf = ({ name, of }: { name: string; of: unknown }) => {
    const hash = createHash('sha256').update(JSON.stringify([promptVersion, deps.modelId, of]))
    return `${name}:${hash.digest('hex').slice(0, 40)}`
  }

  /** Asks the model and stores the outcome. For a failure that is not final, stores only the cost. */
  async function ask<A>(key: string, question: LlmPrompt<A>, isFinal: boolean): Promise<Note> {
    if (maxCost !== undefined && costInUsd(total, deps.prices) > maxCost) throw new CostLimitExceeded()
    const spent = zero()
    const startedAt = performance.now()
    let note: Note
    let failure: ProviderError | undefined
    try {
      note = {
        spent,
        answer: await llm.ask({
          ...question,
          signal,
          beforeCall: deps.beforeCall,
          onUsage: more => add(spent, { ...more, ms: 0 }),
        }),
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      failure = error
      note = isFinal ? { spent, failed: { detail: error.detail ?? '', retryable: error.retryable } } : { spent }
    }
    spent.ms = Math.round(performance.now() - startedAt)
    add(total, spent)
    if (failure && !isFinal) {
      if (spent.calls > 0) await notebook.write(`${key}:${randomUUID()}`, note)
      throw failure
    }
    notes.set(key, note)
    await notebook.write(key, note)
    return note
  }

  return {
    usage: () => ({ ...total }),
    async getOrAsk(id, question, make, otherwise) {
      const key = keyOf(id)
      const note = notes.get(key) ?? (await ask(key, question(), otherwise !== undefined))
      if ('answer' in note) return await make(note.answer as never)
      const { detail, retryable } = note.failed!
      return await otherwise!(new ProviderError({ provider: 'llm', code: 'engine_failed', retryable, detail }))
    },
  }
}

function add(sum: Usage, more: Usage): void {
  for (const name of ['calls', 'tokensIn', 'tokensOut', 'ms'] as const) sum[name] += more[name]
}
