import { problemOf } from '../../api/problem.ts'
import { useToast } from '../../ui/Toast.tsx'
import { useIsLeft } from '../../ui/useIsLeft.ts'

/** Says in a message what went wrong, where the dialogue or page that says it itself was left before the answer. */
export function useToldAfterwards(): (error: Error) => void {
  const toast = useToast()
  const isLeft = useIsLeft()
  return error => {
    if (isLeft()) toast({ text: problemOf(error).sentence, tone: 'danger' })
  }
}
