import type { Schedule } from '@recaps/contract'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useFocusBeside } from '../../../ui/useFocusBeside.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { followedChannels, needsAttention } from '../model.ts'
import { paths } from '../wizard/paths.ts'
import { ChannelRow } from './ChannelRow.tsx'
import { useChangeSchedule } from './changing.ts'
import { useDeleteSchedule } from './deletion.ts'
import { texts } from './texts.ts'

/** As many stand in view before the others unfold. */
const shownAtFirst = 20

/** The channels, each with how it does; those that something is wrong with come first. */
export function ChannelsCard({ schedule }: { schedule: Schedule }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const removeAll = useDeleteSchedule(schedule)
  const navigate = useNavigate()
  const noteFocus = useFocusBeside()
  const remove = useRemove(schedule)
  const list = useRef<HTMLUListElement>(null)
  const { data: entitlement } = useEntitlement()
  const all = followedChannels(schedule)
  const shown = isUnfolded ? all : all.slice(0, shownAtFirst)
  const limits = { limit: entitlement?.activePlan.channelLimit ?? all.length, followed: all.length }
  const showAll = () => {
    flushSync(() => setUnfolded(true))
    // The button has left; the keyboard goes on where the others begin.
    list.current?.children[shownAtFirst]?.querySelector<HTMLElement>('a[href], button')?.focus()
  }
  return (
    <Card
      title={texts.channels}
      action={
        <Button kind="quiet" isSmall icon="plus" onClick={() => navigate(paths.channels)}>
          {texts.add}
        </Button>
      }
    >
      <p className="schedule__count">{countOf(schedule)}</p>
      <ul className="schedule__channels" aria-label={texts.channels} onFocus={noteFocus} ref={list}>
        {shown.map(one => (
          <ChannelRow
            key={one.channel.id}
            followed={one}
            zone={schedule.timezone}
            limits={limits}
            // A schedule without channels is none.
            onRemove={() => (all.length > 1 ? remove(one.channel) : removeAll())}
          />
        ))}
      </ul>
      {shown.length < all.length && (
        <Button isWide onClick={showAll}>
          {texts.showAll(all.length)}
        </Button>
      )}
    </Card>
  )
}

function countOf(schedule: Schedule): string {
  const all = followedChannels(schedule)
  const troubled = all.filter(needsAttention).length
  if (troubled > 0) return `${texts.ofAll(all.length)} · ${texts.attention(troubled)}`
  return all.every(({ state }) => state?.polledAt) ? texts.allWell(all.length) : texts.ofAll(all.length)
}

/** Removes a channel at once and offers to undo it, also where another one follows or the page is left before the answer. */
function useRemove({ id, channelList }: Schedule) {
  const { mutate, mutateAsync } = useChangeSchedule(id)
  const toast = useToast()
  return (channel: Schedule['channelList'][number]) => {
    const before = channelList.slice(channelList.indexOf(channel) + 1)
    const action = { label: texts.undo, onPress: () => mutate({ channel, before }) }
    mutateAsync({ channel, before: null }).then(
      () => toast({ text: texts.removed(channel.title), action }),
      // It is told by the change itself.
      () => {},
    )
  }
}
