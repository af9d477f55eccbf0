import type { ExportFormat } from '@recaps/contract'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { isPhone } from '../../../device/is-phone.ts'
import { saveFile } from '../../../device/save-file.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { texts } from './texts.ts'

/** Downloads a summary in a given format. With `showsErrors` the caller displays errors, so there is no error toast. */
export function useDownload(id: number, showsErrors = false) {
  const client = useClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (format: ExportFormat) => client.summaries.export({ params: { id }, query: { format } }),
    onSuccess: file => {
      saveFile(file)
      // On phones the system shows its own save dialog.
      if (!isPhone) toast({ text: texts.saved(file.name), tone: 'success' })
    },
    onError: error => showsErrors || toast({ text: toProblem(error).sentence, tone: 'danger' }),
  })
}
