import type { ReactNode } from 'react'
import { formatMinutesAndSeconds } from '../../../ui/time.ts'
import { PlayButton } from '../../player/PlayButton.tsx'
import { usePlayerState } from '../../player/PlayerContext.tsx'
import { PlayerProvider } from '../../player/PlayerProvider.tsx'
import { SeekBar, useTrackDuration } from '../../player/SeekBar.tsx'
import { SpeedButton } from '../../player/SpeedButton.tsx'
import { texts } from './texts.ts'
import '../../player/player.css'
import './shared.css'

/** Player for visitors: no queue, and playback ends when the page is left. The app's player bar is for signed-in users. */
export const VisitorPlayer = ({ children }: { children: ReactNode }) => (
  <PlayerProvider>
    {children}
    <Bar />
  </PlayerProvider>
)

function Bar() {
  const isOpen = usePlayerState(state => state.queue.length > 0)
  const time = usePlayerState(state => formatMinutesAndSeconds(state.timeMs))
  const duration = formatMinutesAndSeconds(useTrackDuration())
  if (!isOpen) return null
  return (
    <section className="visitors-player" aria-label={texts.player}>
      <PlayButton />
      <span className="visitors-player__seek">
        <SeekBar />
      </span>
      <span className="visitors-player__time">
        {time} / {duration}
      </span>
      <SpeedButton />
    </section>
  )
}
