import type { SummaryItem } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { useIsUnmounted } from '../../ui/useIsUnmounted.ts'
import AddError from './AddError.tsx'
import { texts } from './texts.ts'
import { useAddToMine } from './useAddToMine.ts'

/** Adds the summary to the user's own summaries and opens it there. */
export default function AddButton({ summary }: { summary: SummaryItem }) {
  const navigate = useNavigate()
  const toast = useToast()
  const isUnmounted = useIsUnmounted()
  const add = useAddToMine(summary, id => {
    const path = `/history-detail/${id}`
    // If the user has moved on to another page, offer a link instead of navigating.
    const action = isUnmounted() ? { label: texts.open, onPress: () => void navigate(path) } : undefined
    if (!action) void navigate(path, { replace: true })
    toast({ text: texts.added, tone: 'success', ...(action && { action }) })
  })
  return (
    <>
      <Button icon="plus" isBusy={add.isPending} onClick={add.start}>
        {texts.add}
      </Button>
      <AddError add={add} />
    </>
  )
}
