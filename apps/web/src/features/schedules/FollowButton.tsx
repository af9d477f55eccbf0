import type { Schedule, VideoInfo } from '@recaps/contract'
import { type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import { toProblem } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { LimitPlanLink } from '../subscriptions/PlanLink.tsx'
import { texts } from './texts.ts'
import { isFollowed, useFollow } from './useFollow.ts'
import './follow-button.css'

interface Props {
  video: Pick<VideoInfo, 'channel' | 'channelId'>
  /** Null if the user has no schedule. */
  schedule: Schedule | null
}

/** Follows the channel of a video, or shows that it is followed. Errors are shown below the button. */
export default function FollowButton({ video, schedule }: Props) {
  const navigate = useNavigate()
  const toast = useToast()
  const { channel } = video
  const wasPressed = useRef(false)
  const { mutate, isPending, error } = useFollow(schedule, video, () => {
    const action = { label: texts.schedule, onPress: () => void navigate('/tabs/dashboard') }
    toast({ topic: 'channels', text: texts.followed(channel), tone: 'success', action })
  })
  if (isFollowed(schedule, video)) {
    return (
      <span className="following" tabIndex={-1} ref={following => takeFocus(wasPressed, following)}>
        <Icon name="check" />
        {texts.following}
      </span>
    )
  }
  const start = () => {
    wasPressed.current = true
    mutate()
  }
  return (
    <>
      <Button kind="quiet" isSmall icon="bell" aria-label={texts.followOne(channel)} isBusy={isPending} onClick={start}>
        {texts.follow}
      </Button>
      {error && <FollowError error={error} isBusy={isPending} onRetry={start} />}
    </>
  )
}

/** Moves focus from the removed button to the text that replaces it, unless the user has focused something else. */
function takeFocus(wasPressed: RefObject<boolean>, following: HTMLElement | null) {
  if (!following || !wasPressed.current) return
  wasPressed.current = false
  if (document.activeElement === document.body) following.focus()
}

function FollowError({ error, isBusy, onRetry }: { error: unknown; isBusy: boolean; onRetry(): void }) {
  const { sentence, next, code } = toProblem(error)
  const retry = (
    <Button isSmall icon="retry" isBusy={isBusy} onClick={onRetry}>
      {texts.retry}
    </Button>
  )
  return (
    <Banner tone="danger" action={next === 'upgrade' ? <LimitPlanLink code={code} /> : next === 'retry' && retry}>
      {sentence}
    </Banner>
  )
}
