import type { FailureCode, SummaryItem } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { type Problem, problemOf } from '../../../api/problem.ts'
import { storeItems } from '../queries.ts'

/** What is to become of the link of one entry; with its token a link that was closed works again. */
export interface LinkWish {
  id: number
  shared: boolean
  shareToken?: string | null
}

interface Outcome {
  changed: SummaryItem[]
  /** How many were left as they were, and why the first of them was. */
  left: number
  problem: Problem | null
}

/** These are about one entry. Whatever else goes wrong would go wrong with the next as well. */
const ofOneEntry: ReadonlySet<FailureCode | null> = new Set(['not_shareable', 'not_found'])

/**
 * Makes or closes many links, one after the other: the service counts the calls of a minute, and does those of one user in
 * turn anyway. It ends early where the next would be refused too, and when the selection it is for has ended.
 */
export function useShareMany() {
  const client = useClient()
  const cache = useQueryClient()
  const [done, setDone] = useState(0)
  /** The links that were made here, and those of them that were closed again. */
  const [made, setMade] = useState<readonly LinkWish[]>([])
  const [closed, setClosed] = useState<readonly LinkWish[]>([])
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  const share = useMutation({
    scope: { id: 'share' },
    mutationFn: async (wishes: readonly LinkWish[]): Promise<Outcome> => {
      const changed: SummaryItem[] = []
      let problem: Problem | null = null
      setDone(0)
      for (const [at, { id, ...body }] of wishes.entries()) {
        if (isLeft.current) break
        try {
          const item = await client.summaries.change({ params: { id }, body })
          changed.push(item)
          storeItems(cache, [item])
        } catch (error) {
          problem ??= problemOf(error)
          if (!ofOneEntry.has(problemOf(error).code)) break
        }
        setDone(at + 1)
      }
      return { changed, left: wishes.length - changed.length, problem }
    },
    onSuccess({ changed }) {
      const opened = changed.filter(({ shared }) => shared)
      const gone = new Set(changed.flatMap(({ id, shared }) => (shared ? [] : [id])))
      setMade([
        ...made.filter(({ id }) => !gone.has(id)),
        ...opened.map(({ id, shareToken }) => ({ id, shared: true, shareToken })),
      ])
      setClosed(made.filter(({ id }) => gone.has(id)))
    },
  })
  return {
    running: share.isPending ? { done, total: share.variables.length } : null,
    outcome: share.data,
    made,
    closed,
    make: share.mutate,
    stop: () => share.mutate(made.map(({ id }) => ({ id, shared: false }))),
  }
}

export type Sharing = ReturnType<typeof useShareMany>
