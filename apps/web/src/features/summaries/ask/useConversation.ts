import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { refreshMonth } from '../../subscriptions/queries.ts'
import { begun, type Ending, type Exchange, withoutUnanswered, withPart } from './conversation.ts'

interface Conversation {
  /** Oldest first; of this visit only. */
  exchanges: readonly Exchange[]
  isAnswering: boolean
  /** Resolves to how the answer ended; to null when another one is still being given. */
  ask(question: string): Promise<Ending | null>
  stop(): void
}

/** Questions to one video and its answers, one at a time. Leaving the page ends the one that is being given. */
export function useConversation(id: number): Conversation {
  const client = useClient()
  const cache = useQueryClient()
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const current = useRef<AbortController | null>(null)
  const keys = useRef(0)
  useEffect(() => () => current.current?.abort(), [])

  async function ask(question: string): Promise<Ending | null> {
    if (current.current) return null
    const request = new AbortController()
    current.current = request
    let exchange = begun(++keys.current, question)
    setExchanges(all => [...withoutUnanswered(all, question), exchange])
    const become = (next: Exchange) => {
      exchange = next
      setExchanges(all => all.map(other => (other.key === next.key ? next : other)))
    }
    try {
      const parts = await client.summaries.ask({ params: { id }, body: { question } }, { signal: request.signal })
      for await (const part of parts) become(withPart(exchange, part))
      if (!exchange.ending) throw new Error('The answer broke off')
    } catch (error) {
      const ending: Ending = request.signal.aborted
        ? { kind: 'stopped' }
        : { kind: 'failed', problem: problemOf(error) }
      become({ ...exchange, ending })
      if (ending.kind === 'failed' && ending.problem.code === 'plan_required') void refreshMonth(cache)
    } finally {
      current.current = null
    }
    return exchange.ending
  }

  return {
    exchanges,
    isAnswering: exchanges.at(-1)?.ending === null,
    ask,
    stop: () => current.current?.abort(),
  }
}
