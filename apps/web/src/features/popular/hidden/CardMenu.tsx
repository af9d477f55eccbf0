import type { SummaryItem } from '@recaps/contract'
import { type Action, Actions } from '../../../ui/actions/Actions.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { toTrack } from '../../player/track.ts'
import { videoTitle } from '../../summaries/video-title.ts'
import { useHideChannel } from './queries.ts'
import { texts } from './texts.ts'

interface Props {
  item: SummaryItem
  onEnqueue(items: readonly SummaryItem[]): void
}

/** Further actions of a popular summary: add to queue, hide the channel. */
export default function CardMenu({ item, onEnqueue }: Props) {
  const hide = useHideChannel()
  const { channel, channelId } = item.videoInfo
  const title = videoTitle(item.videoInfo)
  const actions: Action[] = [
    ...(toTrack(item) ? [{ label: texts.addToQueue, icon: 'queue' as const, onSelect: () => onEnqueue([item]) }] : []),
    ...(channelId
      ? [{ label: texts.hide, icon: 'close' as const, onSelect: () => hide.mutate({ channelId, channel }) }]
      : []),
  ]
  if (actions.length === 0) return null
  return (
    <Actions
      title={title}
      actions={actions}
      trigger={props => <IconButton icon="more" label={texts.more(title)} {...props} />}
    />
  )
}
