import { toProblem } from '../../api/problem.ts'
import { useToast } from '../../ui/Toast.tsx'
import { useIsUnmounted } from '../../ui/useIsUnmounted.ts'

/** Shows an error as a toast if the dialog or page that would show it was closed before the response. */
export function useErrorToastAfterClose(): (error: Error) => void {
  const toast = useToast()
  const isUnmounted = useIsUnmounted()
  return error => {
    if (isUnmounted()) toast({ text: toProblem(error).sentence, tone: 'danger' })
  }
}
