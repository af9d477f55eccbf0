import type { SummaryItem } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import AddRefused from './AddRefused.tsx'
import { useAddToMine } from './adding.ts'
import { texts } from './texts.ts'

/** Makes it one's own, and goes on there. */
export default function AddButton({ summary }: { summary: SummaryItem }) {
  const navigate = useNavigate()
  const toast = useToast()
  const add = useAddToMine(summary, id => {
    void navigate(`/history-detail/${id}`, { replace: true })
    toast({ text: texts.added, tone: 'success' })
  })
  return (
    <>
      <Button icon="plus" isBusy={add.isPending} onClick={add.start}>
        {texts.add}
      </Button>
      <AddRefused add={add} />
    </>
  )
}
