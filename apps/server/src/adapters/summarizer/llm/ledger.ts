import { createHash } from 'node:crypto'
import { ProviderError } from '../../../errors.ts'
import type { Notebook } from '../../../ports/summarizer.ts'
import type { Asking, Spent } from '../../llm/calls.ts'
import { type Prices, usdOf } from './plan.ts'
import { promptVersion } from './prompts.ts'
import type { Asked } from './questions.ts'

/** What was asked and what it took, kept in a notebook: nothing that was answered is asked, or paid, twice. */
export interface Ledger {
  /**
   * The note under this name and key if there is one, else what `make` makes of the answer, noted together with what it
   * took. `otherwise` is noted in its place when the model cannot answer; without it the failure is thrown.
   */
  noted<A, N>(
    key: { name: string; of: unknown },
    asked: () => Asked<A>,
    make: (answer: A) => Promise<N> | N,
    otherwise?: (error: ProviderError) => Promise<N> | N,
  ): Promise<N>
  spent(): Spent & { ms: number }
}

interface Note {
  value: unknown
  spent: Spent & { ms: number }
}

/** More was spent than one summary may cost. */
export class OverCeiling extends Error {}

export interface LedgerDeps {
  asking: Asking
  notebook: Notebook
  modelId: string
  prices: Prices
  maxCost: number | undefined
  signal: AbortSignal
}

export async function openLedger(deps: LedgerDeps): Promise<Ledger> {
  const { asking, notebook, signal, maxCost } = deps
  const known = new Map(await notebook.read()) as Map<string, Note>
  const total = { calls: 0, tokensIn: 0, tokensOut: 0, ms: 0 }
  const count = (spent: Spent & { ms: number }) => {
    for (const name of ['calls', 'tokensIn', 'tokensOut', 'ms'] as const) total[name] += spent[name]
  }
  for (const { spent } of known.values()) count(spent)

  const keyOf = ({ name, of }: { name: string; of: unknown }) => {
    const hash = createHash('sha256').update(JSON.stringify([promptVersion, deps.modelId, of]))
    return `${name}:${hash.digest('hex').slice(0, 40)}`
  }

  return {
    spent: () => ({ ...total }),
    async noted(what, asked, make, otherwise) {
      const key = keyOf(what)
      const before = known.get(key)
      if (before) return before.value as never
      if (maxCost !== undefined && usdOf(total, deps.prices) > maxCost) throw new OverCeiling()
      const own = { calls: 0, tokensIn: 0, tokensOut: 0, ms: 0 }
      const startedAt = performance.now()
      const onSpent = (spent: Spent) => {
        for (const name of ['calls', 'tokensIn', 'tokensOut'] as const) own[name] += spent[name]
      }
      let value: Awaited<ReturnType<typeof make>>
      let failed: unknown
      try {
        value = await make(await asking.ask({ ...asked(), signal, onSpent }))
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (!otherwise) failed = error
        else value = await otherwise(error)
      }
      own.ms = Math.round(performance.now() - startedAt)
      count(own)
      if (failed) throw failed
      const note: Note = { value: value!, spent: own }
      known.set(key, note)
      await notebook.write(key, note)
      return value!
    },
  }
}
