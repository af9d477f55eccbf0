import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { useIsPlaying } from '../player/PlayerContext.tsx'
import { toTrack } from '../player/track.ts'
import { texts as summaryTexts } from '../summaries/texts.ts'
import { useAddToMine } from '../summaries/useAddToMine.ts'
import { videoTitle } from '../summaries/video-title.ts'
import type { PopularCardProps } from './PopularCard.tsx'
import { texts } from './texts.ts'

/** Loaded lazily, because it pulls in the schedule feature. */
const FollowButton = lazy(() => import('../schedules/FollowButton.tsx'))
const CardMenu = lazy(() => import('./hidden/CardMenu.tsx'))
const AddError = lazy(() => import('../summaries/AddError.tsx'))

/** Play (once opened), Add to My Summaries, Follow the channel, and the menu. */
export function CardActions({
  item,
  schedule,
  onPlay,
  onEnqueue,
}: Pick<PopularCardProps, 'item' | 'schedule' | 'onPlay' | 'onEnqueue'>) {
  const navigate = useNavigate()
  const toast = useToast()
  const title = videoTitle(item.videoInfo)
  const add = useAddToMine(item, id => {
    const open = { label: texts.open, onPress: () => void navigate(`/history-detail/${id}`) }
    toast({ text: summaryTexts.added, tone: 'success', action: open })
  })
  return (
    <div className="popular-card__actions">
      {toTrack(item) && <PlayCard item={item} onPlay={onPlay} />}
      {item.access !== 'own' && (
        <Button
          kind="quiet"
          isSmall
          icon="plus"
          aria-label={texts.addOne(title)}
          isBusy={add.isPending}
          onClick={add.start}
        >
          <span>
            {texts.add}
            <span className="popular-card__target">{texts.toMine}</span>
          </span>
        </Button>
      )}
      {schedule !== undefined && item.videoInfo.channelId && (
        <Suspense>
          <FollowButton video={item.videoInfo} schedule={schedule} />
        </Suspense>
      )}
      <Suspense>
        <CardMenu item={item} onEnqueue={onEnqueue} />
      </Suspense>
      {add.error && (
        <Suspense>
          <AddError add={add} />
        </Suspense>
      )}
    </div>
  )
}

function PlayCard({ item, onPlay }: Pick<PopularCardProps, 'item' | 'onPlay'>) {
  const title = videoTitle(item.videoInfo)
  const isPlaying = useIsPlaying(item)
  return (
    <IconButton
      icon={isPlaying ? 'pause' : 'play'}
      label={isPlaying ? texts.pause(title) : texts.play(title)}
      isRound
      onClick={() => onPlay(item)}
    />
  )
}
