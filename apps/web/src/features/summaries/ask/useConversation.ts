import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { refetchEntitlement } from '../../subscriptions/queries.ts'
import { type Ending, type Exchange, maxExchanges, startExchange, withoutUnanswered, withPart } from './conversation.ts'

interface Conversation {
  /** Oldest first, including those of earlier visits. */
  exchanges: readonly Exchange[]
  isAnswering: boolean
  /** Resolves to how the answer ended, or to null if another answer is still in progress. */
  ask(question: string): Promise<Ending | null>
  stop(): void
}

/** Results under this key are stored on this device only, for privacy: the server keeps no questions. */
const conversationKey = (id: number) => ['summaries', 'asked', id] as const
const noExchanges: readonly Exchange[] = []

/** The questions about one video and their answers, one at a time. Leaving the page aborts the current answer. */
export function useConversation(id: number): Conversation {
  const client = useClient()
  const cache = useQueryClient()
  const key = conversationKey(id)
  const { data: stored = noExchanges } = useQuery<readonly Exchange[]>({
    queryKey: key,
    queryFn: () => noExchanges,
    // Only set through the cache, never fetched.
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const setStored = (change: (all: readonly Exchange[]) => readonly Exchange[]) =>
    cache.setQueryData<readonly Exchange[]>(key, (all = noExchanges) => change(all).slice(-maxExchanges))
  const [currentKey, setCurrentKey] = useState<number | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function ask(question: string): Promise<Ending | null> {
    if (current.current) return null
    const request = new AbortController()
    current.current = request
    const before = cache.getQueryData<readonly Exchange[]>(key)
    let exchange = startExchange((before?.at(-1)?.key ?? 0) + 1, question)
    setCurrentKey(exchange.key)
    setStored(all => [...withoutUnanswered(all, question), exchange])
    const update = (next: Exchange) => {
      exchange = next
      setStored(all => all.map(other => (other.key === next.key ? next : other)))
    }
    try {
      const parts = await client.summaries.ask({ params: { id }, body: { question } }, { signal: request.signal })
      for await (const part of parts) update(withPart(exchange, part))
      if (!exchange.ending) throw new Error('The answer ended early')
    } catch (error) {
      const ending: Ending = request.signal.aborted
        ? { kind: 'stopped' }
        : { kind: 'failed', problem: toProblem(error) }
      update({ ...exchange, ending })
      if (ending.kind === 'failed' && ending.problem.code === 'plan_required') void refetchEntitlement(cache)
    } finally {
      current.current = null
      setCurrentKey(null)
    }
    return exchange.ending
  }

  const exchanges = stored.map(one => (one.key === currentKey ? one : withEnding(one)))
  return {
    exchanges,
    isAnswering: exchanges.at(-1)?.ending === null,
    ask,
    stop: () => current.current?.abort(),
  }
}

/** Marks an answer as stopped if the page was closed before it ended. */
const withEnding = (exchange: Exchange): Exchange =>
  exchange.ending ? exchange : { ...exchange, ending: { kind: 'stopped' } }
