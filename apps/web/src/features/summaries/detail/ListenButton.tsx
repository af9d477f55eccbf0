import type { Summary } from '@recaps/contract'
import { problemOf } from '../../../api/problem.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { minutesAndSeconds } from '../../../ui/time.ts'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { useRetry } from '../queries.ts'
import { StageTrack } from '../StageTrack.tsx'
import { texts } from './texts.ts'

/** Listen, or why one cannot yet. */
export function ListenButton({ summary }: { summary: Summary }) {
  const player = usePlayer()
  const isPlaying = usePlayerState(state => state.isPlaying && state.queue[0]?.id === summary.id)
  const track = trackOf(summary)
  if (!track) return null
  return (
    <Button
      kind="primary"
      icon={isPlaying ? 'pause' : 'play'}
      onClick={() => (isPlaying ? player.pause() : player.playNow(track))}
    >
      {isPlaying ? texts.pause : texts.listen(minutesAndSeconds(summary.audioDurationMs ?? 0))}
    </Button>
  )
}

/** The state of the sound while there is none: being made, or failed and to be tried again apart from the text. */
export function AudioState({ summary }: { summary: Summary }) {
  const retry = useRetry()
  const toast = useToast()
  if (summary.audio === 'pending') {
    return (
      <div className="audio-state">
        <p className="audio-state__words">{texts.makingAudio}</p>
        <StageTrack item={summary} />
      </div>
    )
  }
  if (summary.audio !== 'failed') return null
  if (summary.access !== 'own') return <Banner tone="warning">{texts.noAudio}</Banner>
  const tryAgain = () =>
    retry.mutate(summary.id, { onError: error => toast({ text: problemOf(error).sentence, tone: 'danger' }) })
  return (
    <Banner
      tone="warning"
      action={
        <Button isSmall icon="retry" isBusy={retry.isPending} onClick={tryAgain}>
          {texts.retryAudio}
        </Button>
      }
    >
      {texts.noAudio}
    </Banner>
  )
}
