import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { withHaptics } from '../../device/haptics.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { formatMinutesAndSeconds } from '../../ui/time.ts'
import { PlayButton } from './PlayButton.tsx'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { SeekBar, useTrackDuration } from './SeekBar.tsx'
import { SpeedButton } from './SpeedButton.tsx'
import { texts } from './texts.ts'
import { summaryPath } from './track.ts'
import { useClearQueue } from './useClearQueue.ts'
import { useCurrentTrack } from './useCurrentTrack.ts'
import './player.css'

const PlayerSheet = lazy(() => import('./PlayerSheet.tsx'))

/** The persistent bar at the bottom, shown only while something is queued. */
export function PlayerBar() {
  const track = useCurrentTrack()
  const [isExpanded, setExpanded] = useState(false)
  const [wasExpanded, setWasExpanded] = useState(false)
  const ref = useRestoredFocus(track !== undefined)
  // When the queue runs empty the sheet unmounts without a `close` event.
  if (!track && isExpanded) setExpanded(false)
  if (!track) return null
  const expand = () => {
    setWasExpanded(true)
    setExpanded(true)
  }
  return (
    <section className="player-bar" ref={ref} aria-label={texts.player}>
      <SeekBar />
      <div className="player-bar__row">
        <Link className="player-bar__picture" to={summaryPath(track)} aria-label={texts.open(track.title)}>
          <Thumbnail src={track.thumbnailUrl} isEager />
        </Link>
        <button type="button" className="player-bar__what" aria-haspopup="dialog" onClick={expand}>
          <span className="visually-hidden">{texts.expand}: </span>
          <span className="player-bar__title clip" dir="auto">
            {track.title}
          </span>
          <Time />
        </button>
        <Controls />
      </div>
      {wasExpanded && (
        <Suspense>
          <PlayerSheet isOpen={isExpanded} onClose={() => setExpanded(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Moves the focus to the page heading when the bar or sheet disappears while focused. Focus elsewhere is not touched. */
function useRestoredFocus(isShown: boolean) {
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!isShown && hadFocus.current) document.querySelector('h1')?.focus({ preventScroll: true })
  }, [isShown])
  // React runs the ref cleanup before it removes the element from the page.
  return useCallback(
    (bar: HTMLElement | null) => () => {
      hadFocus.current = bar?.contains(document.activeElement) ?? false
    },
    [],
  )
}

function Time() {
  const time = usePlayerState(state => formatMinutesAndSeconds(state.timeMs))
  const duration = formatMinutesAndSeconds(useTrackDuration())
  return (
    <span className="player-bar__time">
      {time} / {duration}
    </span>
  )
}

function Controls() {
  const player = usePlayer()
  const { close } = useClearQueue()
  const hasNext = usePlayerState(state => state.queue.length > 1)
  return (
    <div className="player-bar__controls">
      <SpeedButton />
      <IconButton icon="previous" label={texts.previous} onClick={withHaptics(player.previous)} />
      <PlayButton />
      {hasNext ? (
        <IconButton icon="next" label={texts.next} onClick={withHaptics(player.next)} />
      ) : (
        <IconButton icon="close" label={texts.close} onClick={withHaptics(close)} />
      )}
      {/* Hidden by CSS in a narrow bar, which has no room for both; the player sheet has a close button too. */}
      {hasNext && (
        <span className="player-bar__close">
          <IconButton icon="close" label={texts.close} onClick={withHaptics(close)} />
        </span>
      )}
    </div>
  )
}
