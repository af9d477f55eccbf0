import { problemOf } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import type { useAddToMine } from './adding.ts'
import { NextAction } from './NextAction.tsx'

/** Why the summary could not be added, with the next action. */
export default function AddRefused({ add: { error, isPending, start } }: { add: ReturnType<typeof useAddToMine> }) {
  if (!error) return null
  const problem = problemOf(error)
  return (
    <Banner tone="danger" action={<NextAction problem={problem} isBusy={isPending} onRetry={start} />}>
      {problem.sentence}
    </Banner>
  )
}
