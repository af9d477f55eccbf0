import { problemOf } from '../../api/problem.ts'
import { useToast } from '../../ui/Toast.tsx'
import { useIsLeft } from '../../ui/useIsLeft.ts'

/** Shows an error as a toast if the dialog or page that would show it was closed before the response. */
export function useToldAfterwards(): (error: Error) => void {
  const toast = useToast()
  const isLeft = useIsLeft()
  return error => {
    if (isLeft()) toast({ text: problemOf(error).sentence, tone: 'danger' })
  }
}
