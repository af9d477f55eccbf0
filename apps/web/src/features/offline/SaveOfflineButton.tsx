import type { SummaryItem } from '@recaps/contract'
import { canSaveOffline } from '../../device/offline-support.ts'
import { Actions } from '../../ui/actions/Actions.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { isSavedOffline, useOfflineSummaries, useRemoveOffline, useSaveOffline, useSaveProgress } from './queries.ts'
import { texts } from './texts.ts'

/** Saves a summary and its audio on this device. Once saved, shows the size and offers to remove it. */
export function SaveOfflineButton({ summary }: { summary: SummaryItem }) {
  const { data: saved, isPending } = useOfflineSummaries()
  const progress = useSaveProgress(summary.id)
  const save = useSaveOffline()
  const removeOffline = useRemoveOffline()
  if (!canSaveOffline() || isPending || summary.audio !== 'ready') return null
  if (progress !== null) return <Button isBusy>{texts.saving(Math.floor(progress * 100))}</Button>
  const copy = isSavedOffline(saved, summary) ? saved?.find(({ id }) => id === summary.id) : undefined
  if (!copy) {
    return (
      <Button icon="download" onClick={() => save(summary.id)}>
        {texts.save}
      </Button>
    )
  }
  const remove = {
    label: texts.remove,
    icon: 'trash' as const,
    isDanger: true,
    onSelect: () => removeOffline([summary.id]),
  }
  const label = texts.savedSize(formatBytes(copy.bytes))
  return (
    <Actions
      title={label}
      actions={[remove]}
      trigger={props => (
        <Button icon="check" {...props}>
          {label}
        </Button>
      )}
    />
  )
}
