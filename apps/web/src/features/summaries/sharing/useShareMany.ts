import type { FailureCode, SummaryItem } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { type Problem, toProblem } from '../../../api/problem.ts'
import { cacheItems } from '../queries.ts'

/** Creates (`shared: true`) or revokes one share link. With the token of a revoked link, restores that link. */
export interface LinkChange {
  id: number
  shared: boolean
  shareToken?: string | null
}

interface Outcome {
  changed: SummaryItem[]
  /** Number of summaries that were not changed. */
  failed: number
  /** Why the first of them failed. */
  problem: Problem | null
}

/** Failures that concern one summary only. Any other failure would also affect the next one, so it ends the batch. */
const singleFailures: ReadonlySet<FailureCode | null> = new Set(['not_shareable', 'not_found'])

/**
 * Creates or revokes many links sequentially: the API is rate-limited and serializes the requests of a user anyway. Ends early if the
 * next request would fail too, or when the component unmounts.
 */
export function useShareMany() {
  const client = useClient()
  const cache = useQueryClient()
  const [done, setDone] = useState(0)
  /** Links created here, and the ones revoked by the last change. */
  const [created, setCreated] = useState<readonly LinkChange[]>([])
  const [revoked, setRevoked] = useState<readonly LinkChange[]>([])
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  const share = useMutation({
    scope: { id: 'share' },
    mutationFn: async (changes: readonly LinkChange[]): Promise<Outcome> => {
      const changed: SummaryItem[] = []
      let problem: Problem | null = null
      setDone(0)
      for (const [index, { id, ...body }] of changes.entries()) {
        if (isUnmounted.current) break
        try {
          const item = await client.summaries.change({ params: { id }, body })
          changed.push(item)
          cacheItems(cache, [item])
        } catch (error) {
          problem ??= toProblem(error)
          if (!singleFailures.has(toProblem(error).code)) break
        }
        setDone(index + 1)
      }
      return { changed, failed: changes.length - changed.length, problem }
    },
    onSuccess({ changed }) {
      const shared = changed.filter(({ shared }) => shared)
      const revokedIds = new Set(changed.flatMap(({ id, shared }) => (shared ? [] : [id])))
      setCreated([
        ...created.filter(({ id }) => !revokedIds.has(id)),
        ...shared.map(({ id, shareToken }) => ({ id, shared: true, shareToken })),
      ])
      setRevoked(created.filter(({ id }) => revokedIds.has(id)))
    },
  })
  return {
    running: share.isPending ? { done, total: share.variables.length } : null,
    outcome: share.data,
    created,
    revoked,
    change: share.mutate,
    /** Revokes the links created here. */
    stop: () => share.mutate(created.map(({ id }) => ({ id, shared: false }))),
  }
}

export type ShareManyState = ReturnType<typeof useShareMany>
