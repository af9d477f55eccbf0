import { toProblem } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { NextAction } from './NextAction.tsx'
import type { useAddToMine } from './useAddToMine.ts'

/** Why the summary could not be added, with the next action. */
export default function AddError({ add: { error, isPending, start } }: { add: ReturnType<typeof useAddToMine> }) {
  if (!error) return null
  const problem = toProblem(error)
  return (
    <Banner tone="danger" action={<NextAction problem={problem} isBusy={isPending} onRetry={start} />}>
      {problem.sentence}
    </Banner>
  )
}
