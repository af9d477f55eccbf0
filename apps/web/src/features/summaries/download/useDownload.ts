import type { ExportFormat } from '@recaps/contract'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { isPhone } from '../../../device/is-phone.ts'
import { saveFile } from '../../../device/save-file.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { texts } from './texts.ts'

/** Saves a summary as a file of one form. `saysWhyNot`: the caller shows what went wrong, where a toast is out of reach. */
export function useDownload(id: number, saysWhyNot = false) {
  const client = useClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (format: ExportFormat) => client.summaries.export({ params: { id }, query: { format } }),
    onSuccess: file => {
      saveFile(file)
      // On phones the system asks where it is to go.
      if (!isPhone) toast({ text: texts.saved(file.name), tone: 'success' })
    },
    onError: error => saysWhyNot || toast({ text: problemOf(error).sentence, tone: 'danger' }),
  })
}
