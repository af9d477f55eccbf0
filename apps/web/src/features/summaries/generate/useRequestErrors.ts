import { useEffect, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { problemWithFallback } from './model.ts'
import type { SummaryRequest, useRequestSummary } from './request-summary.ts'
import { texts } from './texts.ts'

/**
 * Why requests for the visible videos failed, by video id. A request whose video disappears from view is reset, so that a toast
 * shows its error instead.
 */
export function useRequestErrors(
  { reset, variables: requested }: ReturnType<typeof useRequestSummary>,
  inView: readonly string[],
) {
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Problem>>(new Map())
  const shown = inView.join()
  useEffect(() => {
    const isShown = (videoId: string) => shown.split(',').includes(videoId)
    if (requested && !isShown(requested.urlOrId)) reset()
    setRefusals(current => new Map([...current].filter(([videoId]) => isShown(videoId))))
  }, [shown, requested, reset])
  return {
    refusals,
    /** Mutation callbacks to pass with each request. They do not run after a reset. */
    callbacks: {
      onSuccess: (_: unknown, { urlOrId }: SummaryRequest) =>
        setRefusals(current => new Map([...current].filter(([videoId]) => videoId !== urlOrId))),
      onError: (error: Error, { urlOrId }: SummaryRequest) =>
        setRefusals(current => new Map(current).set(urlOrId, problemWithFallback(error, texts.requestFailed))),
    },
  }
}
