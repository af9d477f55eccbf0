import { type CSSProperties, useState } from 'react'
import { minutesAndSeconds } from '../../ui/time.ts'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'

/** Where the sound is, and the way to move it. Dragging moves the knob at once and the sound when it is let go. */
export function SeekBar() {
  const player = usePlayer()
  const timeMs = usePlayerState(state => Math.floor(state.timeMs / 250) * 250)
  const durationMs = useKnownDuration()
  const [draggedTo, setDraggedTo] = useState<number | null>(null)
  const shownMs = draggedTo ?? Math.min(timeMs, durationMs)
  const finish = () => {
    if (draggedTo === null) return
    player.seek(draggedTo)
    setDraggedTo(null)
  }
  return (
    <input
      type="range"
      className="seek-bar"
      aria-label={texts.seek}
      aria-valuetext={texts.position(minutesAndSeconds(shownMs), minutesAndSeconds(durationMs))}
      min={0}
      max={Math.max(1, Math.round(durationMs))}
      step={1000}
      value={Math.round(shownMs)}
      style={{ '--at': durationMs > 0 ? shownMs / durationMs : 0 } as CSSProperties}
      onChange={event => setDraggedTo(Number(event.target.value))}
      onPointerUp={finish}
      onKeyUp={finish}
      onBlur={finish}
    />
  )
}

/** The real length once the sound is loaded, the announced one until then. */
export const useKnownDuration = () =>
  usePlayerState(state => state.durationMs || (state.hasFailed ? 0 : (state.queue[0]?.durationMs ?? 0)))
