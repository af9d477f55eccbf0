import type { Preset, Summary } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { itemOf } from '../cache.ts'
import { useRowActions } from '../history/useRowActions.ts'
import { otherLengths } from './another-length.ts'
import { texts } from './texts.ts'

const AnotherLength = lazy(() => import('./AnotherLength.tsx'))

const listPath = '/tabs/history'

/** What its owner may do with it; a reader of others' may only line it up. */
export function MoreButton({ summary }: { summary: Summary }) {
  const navigate = useNavigate()
  const { enqueue, setUnread, remove } = useRowActions()
  const [wanted, setWanted] = useState<Preset | null>(null)
  const [isOpen, setOpen] = useState(false)
  const item = itemOf(summary)
  const { shorter, longer } = otherLengths(summary)
  const want = (preset: Preset) => () => {
    setWanted(preset)
    setOpen(true)
  }
  const ofAnybody: Action[] =
    summary.audio === 'ready' ? [{ label: texts.addToQueue, icon: 'queue', onSelect: () => enqueue([item]) }] : []
  const ofItsOwner: Action[] = [
    ...(shorter ? [{ label: texts.shorter, icon: 'minus' as const, onSelect: want(shorter) }] : []),
    ...(longer ? [{ label: texts.longer, icon: 'plus' as const, onSelect: want(longer) }] : []),
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
  const actions = summary.access === 'own' ? [...ofAnybody, ...ofItsOwner] : ofAnybody
  if (actions.length === 0) return null
  return (
    <>
      <Actions
        title={texts.more}
        actions={actions}
        trigger={props => <IconButton icon="more" label={texts.more} {...props} />}
      />
      {wanted && (
        <Suspense>
          <AnotherLength summary={summary} preset={wanted} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
