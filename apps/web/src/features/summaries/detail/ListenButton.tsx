import type { Summary } from '@recaps/contract'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { formatMinutesAndSeconds } from '../../../ui/time.ts'
import { useIsPlaying, usePlayer } from '../../player/PlayerContext.tsx'
import { toTrack } from '../../player/track.ts'
import { useRetry } from '../queries.ts'
import { StageTrack } from '../StageTrack.tsx'
import { texts } from './texts.ts'

/** Play or pause button. Renders nothing without audio. */
export function ListenButton({ summary }: { summary: Summary }) {
  const player = usePlayer()
  const isPlaying = useIsPlaying(summary)
  const track = toTrack(summary)
  if (!track) return null
  return (
    <Button kind="primary" icon={isPlaying ? 'pause' : 'play'} onClick={() => player.playOrPause(track)}>
      {isPlaying ? texts.pause : texts.listen(formatMinutesAndSeconds(summary.audioDurationMs ?? 0))}
    </Button>
  )
}

/** Progress of the audio, or its failure with a retry for the audio only. Renders nothing otherwise. */
export function AudioState({ summary }: { summary: Summary }) {
  const retry = useRetry()
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
  return (
    <Banner
      tone="warning"
      action={
        <Button isSmall icon="retry" isBusy={retry.isPending} onClick={() => retry.mutate(summary.id)}>
          {texts.retryAudio}
        </Button>
      }
    >
      {texts.noAudio}
    </Banner>
  )
}
