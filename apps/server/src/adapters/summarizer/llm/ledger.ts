import { createHash, randomUUID } from 'node:crypto'
import { ProviderError } from '../../../errors.ts'
import type { Notebook } from '../../../ports/summarizer.ts'
import type { Asking, Spent } from '../../llm/calls.ts'
import { type Prices, usdOf } from './plan.ts'
import { promptVersion } from './prompts.ts'
import type { Asked } from './questions.ts'

/** What was asked and what it took, kept in a notebook: nothing that was answered is asked, or paid, twice. */
export interface Ledger {
  /**
   * What `make` makes of the answer to a question, which is asked only if it is not noted under this name and key. `otherwise`
   * stands in when the model cannot answer, for good; without it the failure is thrown, and the question may be asked again.
   */
  noted<A, N>(
    key: { name: string; of: unknown },
    asked: () => Asked<A>,
    make: (answer: A) => Promise<N> | N,
    otherwise?: (error: ProviderError) => Promise<N> | N,
  ): Promise<N>
  spent(): Took
}

type Took = Spent & { ms: number }

/** An answer as it came, before anything is made of it: between the two lies work during which a process may die. */
type Note = { spent: Took } & (
  | { answer: unknown }
  | { failed: { detail: string; retryable: boolean } }
  | { failed?: never }
)

/** More was spent than one summary may cost. */
export class OverCeiling extends Error {}

export interface LedgerDeps {
  asking: Asking
  notebook: Notebook
  modelId: string
  prices: Prices
  maxCost: number | undefined
  signal: AbortSignal
  beforeCall: (() => Promise<void>) | undefined
}

const nothing = (): Took => ({ calls: 0, tokensIn: 0, tokensOut: 0, ms: 0 })

export async function openLedger(deps: LedgerDeps): Promise<Ledger> {
  const { asking, notebook, signal, maxCost } = deps
  const known = new Map(await notebook.read()) as Map<string, Note>
  const total = nothing()
  for (const { spent } of known.values()) add(total, spent)

  const keyOf = ({ name, of }: { name: string; of: unknown }) => {
    const hash = createHash('sha256').update(JSON.stringify([promptVersion, deps.modelId, of]))
    return `${name}:${hash.digest('hex').slice(0, 40)}`
  }

  /** Asks, and notes what came of it; a failure that ends nothing leaves only what it took. */
  async function ask<A>(key: string, asked: Asked<A>, isFinal: boolean): Promise<Note> {
    if (maxCost !== undefined && usdOf(total, deps.prices) > maxCost) throw new OverCeiling()
    const spent = nothing()
    const startedAt = performance.now()
    let note: Note
    let failure: ProviderError | undefined
    try {
      note = {
        spent,
        answer: await asking.ask({
          ...asked,
          signal,
          beforeCall: deps.beforeCall,
          onSpent: more => add(spent, { ...more, ms: 0 }),
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
    known.set(key, note)
    await notebook.write(key, note)
    return note
  }

  return {
    spent: () => ({ ...total }),
    async noted(what, asked, make, otherwise) {
      const key = keyOf(what)
      const note = known.get(key) ?? (await ask(key, asked(), otherwise !== undefined))
      if ('answer' in note) return await make(note.answer as never)
      const { detail, retryable } = note.failed!
      return await otherwise!(new ProviderError({ provider: 'llm', code: 'engine_failed', retryable, detail }))
    },
  }
}

function add(sum: Took, more: Took): void {
  for (const name of ['calls', 'tokensIn', 'tokensOut', 'ms'] as const) sum[name] += more[name]
}
