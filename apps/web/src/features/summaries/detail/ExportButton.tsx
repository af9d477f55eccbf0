import type { Summary, SummaryContent } from '@recaps/contract'
import { copyText } from '../../../device/share.ts'
import { Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { forms } from '../download/texts.ts'
import { useDownload } from '../download/useDownload.ts'
import { plainSummary } from './plain-summary.ts'
import { texts } from './texts.ts'

/** Copies the summary as plain text, or downloads it as a file. */
export function ExportButton({ summary, content }: { summary: Summary; content: SummaryContent }) {
  const { id, videoInfo } = summary
  const toast = useToast()
  const { mutate, isPending } = useDownload(id)
  const copy = async () => {
    const isCopied = await copyText(plainSummary({ videoInfo, content }))
    toast(isCopied ? { text: texts.copied, tone: 'success' } : { text: texts.notCopied, tone: 'danger' })
  }
  const actions = [
    { label: texts.copy, onSelect: () => void copy() },
    ...forms.map(([format, label]) => ({ label, onSelect: () => mutate(format) })),
  ]
  return (
    <Actions
      title={texts.export}
      actions={actions}
      trigger={props => <IconButton icon="file" label={texts.export} aria-busy={isPending} {...props} />}
    />
  )
}
