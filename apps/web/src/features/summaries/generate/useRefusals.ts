import { useEffect, useState } from 'react'
import type { Problem } from '../../../api/problem.ts'
import { explained } from './model.ts'
import type { useRequestSummary, Wish } from './requesting.ts'
import { texts } from './texts.ts'

/**
 * Why each of the videos in view was refused, for the card or the row that shows it. One that goes out of view while it is asked
 * for is let go of: a message tells its refusal then.
 */
export function useRefusals(
  { reset, variables: asked }: ReturnType<typeof useRequestSummary>,
  inView: readonly string[],
) {
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Problem>>(new Map())
  const shown = inView.join()
  useEffect(() => {
    const isShown = (videoId: string) => shown.split(',').includes(videoId)
    if (asked && !isShown(asked.urlOrId)) reset()
    setRefusals(known => new Map([...known].filter(([videoId]) => isShown(videoId))))
  }, [shown, asked, reset])
  return {
    refusals,
    /** Goes along with each that is asked for. Nothing is called for what was let go of. */
    noting: {
      onSuccess: (_: unknown, { urlOrId }: Wish) =>
        setRefusals(known => new Map([...known].filter(([videoId]) => videoId !== urlOrId))),
      onError: (error: Error, { urlOrId }: Wish) =>
        setRefusals(known => new Map(known).set(urlOrId, explained(error, texts.notAsked))),
    },
  }
}
