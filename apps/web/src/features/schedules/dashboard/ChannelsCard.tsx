import type { Schedule } from '@recaps/contract'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { followedChannels, needsAttention } from '../model.ts'
import { paths } from '../wizard/paths.ts'
import { ChannelRow } from './ChannelRow.tsx'
import { texts } from './texts.ts'
import { useChangeSchedule } from './useChangeSchedule.ts'
import { useDeleteSchedule } from './useDeleteSchedule.ts'

/** Channels shown before "Show all" is pressed. */
const initialCount = 20

/** The followed channels with their health. Channels that need attention come first. */
export function ChannelsCard({ schedule }: { schedule: Schedule }) {
  const [isExpanded, setExpanded] = useState(false)
  const removeAll = useDeleteSchedule(schedule)
  const navigate = useNavigate()
  const noteFocus = useFocusNextRow()
  const remove = useRemoveChannel(schedule)
  const list = useRef<HTMLUListElement>(null)
  const { data: entitlement } = useEntitlement()
  const all = followedChannels(schedule)
  const shown = isExpanded ? all : all.slice(0, initialCount)
  const limits = { limit: entitlement?.activePlan.channelLimit ?? all.length, followed: all.length }
  const showAll = () => {
    flushSync(() => setExpanded(true))
    // The button is gone, so focus the first channel that was added.
    list.current?.children[initialCount]?.querySelector<HTMLElement>('a[href], button')?.focus()
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
      <p className="schedule__count">{channelCountText(schedule)}</p>
      <ul className="schedule__channels" aria-label={texts.channels} onFocus={noteFocus} ref={list}>
        {shown.map(one => (
          <ChannelRow
            key={one.channel.id}
            followed={one}
            zone={schedule.timezone}
            limits={limits}
            // A schedule needs at least one channel.
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

function channelCountText(schedule: Schedule): string {
  const all = followedChannels(schedule)
  const attentionCount = all.filter(needsAttention).length
  if (attentionCount > 0) return `${texts.channelCount(all.length)} · ${texts.attention(attentionCount)}`
  return all.every(({ state }) => state?.polledAt) ? texts.allActive(all.length) : texts.channelCount(all.length)
}

/**
 * Removes a channel and offers to undo it. Uses promises instead of mutation callbacks, so that the toast also appears if
 * another channel is removed or the page is left before the response.
 */
function useRemoveChannel({ id, channelList }: Schedule) {
  const { mutate, mutateAsync } = useChangeSchedule(id)
  const toast = useToast()
  return (channel: Schedule['channelList'][number]) => {
    const before = channelList.slice(channelList.indexOf(channel) + 1)
    const action = { label: texts.undo, onPress: () => mutate({ channel, before }) }
    mutateAsync({ channel, before: null }).then(
      () => toast({ text: texts.removed(channel.title), action }),
      // `useChangeSchedule` shows the error.
      () => {},
    )
  }
}
