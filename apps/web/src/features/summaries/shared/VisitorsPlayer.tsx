import type { ReactNode } from 'react'
import { minutesAndSeconds } from '../../../ui/time.ts'
import { PlayButton } from '../../player/PlayButton.tsx'
import { usePlayerState } from '../../player/PlayerContext.tsx'
import { PlayerProvider } from '../../player/PlayerProvider.tsx'
import { SeekBar, useKnownDuration } from '../../player/SeekBar.tsx'
import { SpeedButton } from '../../player/SpeedButton.tsx'
import { texts } from './texts.ts'
import '../../player/player.css'
import './shared.css'

/** The sound of one page: no queue, and nothing goes on when the page is left. The bar of the app is for its users. */
export const VisitorsPlayer = ({ children }: { children: ReactNode }) => (
  <PlayerProvider>
    {children}
    <Bar />
  </PlayerProvider>
)

function Bar() {
  const isOpen = usePlayerState(state => state.queue.length > 0)
  const time = usePlayerState(state => minutesAndSeconds(state.timeMs))
  const duration = minutesAndSeconds(useKnownDuration())
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
