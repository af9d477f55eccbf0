import { IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useSwipe } from '../../../ui/useSwipe.ts'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { ChannelAvatar } from '../../youtube/ChannelAvatar.tsx'
import type { FollowedChannel } from '../model.ts'
import { describeChannelHealth } from './describe-status.ts'
import { texts } from './texts.ts'

interface Props {
  followed: FollowedChannel
  zone: string
  limits: { limit: number; followed: number }
  onRemove(): void
}

export function ChannelRow({ followed: { channel, state }, zone, limits, onRemove }: Props) {
  const swipe = useSwipe({ isOn: true, onLeft: onRemove })
  const { tone, text, largerPlan } = describeChannelHealth(state, zone, limits)
  return (
    <li>
      <div className="swipe-row channel-row" data-left={texts.stopFollowing} {...swipe}>
        <ChannelAvatar channel={channel} />
        <div className="channel-row__words">
          <p className="channel-row__title clip-lines" dir="auto">
            {channel.title}
          </p>
          <p className="channel-row__health" data-tone={tone}>
            {tone === 'warning' && <Icon name="warning" />}
            <span>
              {text}
              {state?.lastRun && tone !== 'warning' && ' ·'} {largerPlan && <PlanLink planId={largerPlan} />}
              {state?.lastRun && tone !== 'warning' && (
                <span className="channel-row__brought">
                  {texts.lastResult(state.lastRun.summarised, state.lastRun.found)}
                </span>
              )}
            </span>
          </p>
        </div>
        <IconButton icon="close" label={texts.removeChannel(channel.title)} onClick={onRemove} />
      </div>
    </li>
  )
}
