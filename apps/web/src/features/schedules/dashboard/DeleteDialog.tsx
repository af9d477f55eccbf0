import type { Schedule } from '@recaps/contract'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useDeleteSchedule } from '../queries.ts'
import { texts } from './texts.ts'

const words = texts.deletion

/** Asks once more: what was known of the runs cannot be brought back. */
export function DeleteDialog(props: { schedule: Schedule; isOpen: boolean; onClose(): void }) {
  const { schedule, isOpen, onClose } = props
  const remove = useDeleteSchedule(schedule.id)
  const toast = useToast()
  const submit = () => remove.mutate(undefined, { onSuccess: () => toast({ text: words.done }) })
  return (
    <Dialog kind="modal" label={words.title} isOpen={isOpen} onClose={onClose}>
      <div className="schedule__deletion">
        <h2>{words.title}</h2>
        <p>{words.text(schedule.channelList.length)}</p>
        {remove.isError && <Banner tone="danger">{problemOf(remove.error).sentence}</Banner>}
        <div className="schedule__deletion-pair">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" isBusy={remove.isPending} onClick={submit}>
            {words.submit}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
