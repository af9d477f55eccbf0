import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { refreshMonth } from '../../subscriptions/queries.ts'
import { begun, type Ending, type Exchange, mostExchanges, withoutUnanswered, withPart } from './conversation.ts'

interface Conversation {
  /** Oldest first; those of earlier visits too. */
  exchanges: readonly Exchange[]
  isAnswering: boolean
  /** Resolves to how the answer ended; to null when another one is still being given. */
  ask(question: string): Promise<Ending | null>
  stop(): void
}

/** What `api/kept-answers.ts` keeps on this device, for its user alone: no server has to know what somebody asked. */
const conversationKey = (id: number) => ['summaries', 'asked', id] as const
const nothingAsked: readonly Exchange[] = []

/** Questions to one video and its answers, one at a time. Leaving the page ends the one that is being given. */
export function useConversation(id: number): Conversation {
  const client = useClient()
  const cache = useQueryClient()
  const key = conversationKey(id)
  const { data: asked = nothingAsked } = useQuery<readonly Exchange[]>({
    queryKey: key,
    queryFn: () => nothingAsked,
    // Nobody is asked for it.
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const setAsked = (change: (all: readonly Exchange[]) => readonly Exchange[]) =>
    cache.setQueryData<readonly Exchange[]>(key, (all = nothingAsked) => change(all).slice(-mostExchanges))
  const [givenKey, setGivenKey] = useState<number | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function ask(question: string): Promise<Ending | null> {
    if (current.current) return null
    const request = new AbortController()
    current.current = request
    const before = cache.getQueryData<readonly Exchange[]>(key)
    let exchange = begun((before?.at(-1)?.key ?? 0) + 1, question)
    setGivenKey(exchange.key)
    setAsked(all => [...withoutUnanswered(all, question), exchange])
    const become = (next: Exchange) => {
      exchange = next
      setAsked(all => all.map(other => (other.key === next.key ? next : other)))
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
      setGivenKey(null)
    }
    return exchange.ending
  }

  const exchanges = asked.map(one => (one.key === givenKey ? one : ended(one)))
  return {
    exchanges,
    isAnswering: exchanges.at(-1)?.ending === null,
    ask,
    stop: () => current.current?.abort(),
  }
}

/** A page that was left in the middle of an answer has not noted its end. */
const ended = (exchange: Exchange): Exchange =>
  exchange.ending ? exchange : { ...exchange, ending: { kind: 'stopped' } }
