import type { SummaryItem } from '@recaps/contract'
import { canKeep } from '../../device/can-keep.ts'
import { Actions } from '../../ui/actions/Actions.tsx'
import { Button } from '../../ui/Button.tsx'
import { sizeOf } from '../../ui/size.ts'
import { isKept, useKeep, useKept, useShare, useUnkeep } from './queries.ts'
import { texts } from './texts.ts'

/** Saves a summary and its audio on this device. Once saved, shows the size and offers to remove it. */
export function KeepButton({ summary }: { summary: SummaryItem }) {
  const { data: pins, isPending } = useKept()
  const progress = useShare(summary.id)
  const keep = useKeep()
  const unkeep = useUnkeep()
  if (!canKeep() || isPending || summary.audio !== 'ready') return null
  if (progress !== null) return <Button isBusy>{texts.keeping(Math.floor(progress * 100))}</Button>
  const pin = isKept(pins, summary) ? pins?.find(({ id }) => id === summary.id) : undefined
  if (!pin) {
    return (
      <Button icon="download" onClick={() => keep(summary.id)}>
        {texts.keep}
      </Button>
    )
  }
  const remove = { label: texts.unkeep, icon: 'trash' as const, isDanger: true, onSelect: () => unkeep([summary.id]) }
  const label = texts.isKept(sizeOf(pin.bytes))
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
