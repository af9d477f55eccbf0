import type { Preset, Summary } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { toSummaryItem } from '../cache.ts'
import { useRowActions } from '../history/useRowActions.ts'
import { otherLengths } from './another-length.ts'
import { texts } from './texts.ts'

const AnotherLength = lazy(() => import('./AnotherLength.tsx'))

const listPath = '/tabs/history'

/** Menu of actions. Readers of other users' summaries can only add the audio to the queue. */
export function MoreButton({ summary }: { summary: Summary }) {
  const navigate = useNavigate()
  const { enqueue, setUnread, remove } = useRowActions()
  const [preset, setPreset] = useState<Preset | null>(null)
  const [isOpen, setOpen] = useState(false)
  const item = toSummaryItem(summary)
  const { shorter, longer } = otherLengths(summary)
  const openSheet = (next: Preset) => () => {
    setPreset(next)
    setOpen(true)
  }
  const sharedActions: Action[] =
    summary.audio === 'ready' ? [{ label: texts.addToQueue, icon: 'queue', onSelect: () => enqueue([item]) }] : []
  const ownActions: Action[] = [
    ...(shorter ? [{ label: texts.shorter, icon: 'minus' as const, onSelect: openSheet(shorter) }] : []),
    ...(longer ? [{ label: texts.longer, icon: 'plus' as const, onSelect: openSheet(longer) }] : []),
    {
      label: texts.markUnread,
      icon: 'dot',
      onSelect: () => {
        setUnread([item], true)
        navigate(listPath)
      },
    },
    {
      label: texts.remove,
      icon: 'trash',
      isDanger: true,
      onSelect: () => {
        remove([item])
        navigate(listPath)
      },
    },
  ]
  const actions = summary.access === 'own' ? [...sharedActions, ...ownActions] : sharedActions
  if (actions.length === 0) return null
  return (
    <>
      <Actions
        title={texts.more}
        actions={actions}
        trigger={props => <IconButton icon="more" label={texts.more} {...props} />}
      />
      {preset && (
        <Suspense>
          <AnotherLength summary={summary} preset={preset} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
