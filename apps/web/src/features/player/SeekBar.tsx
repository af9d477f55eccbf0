import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
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
  const bar = useRef<HTMLInputElement>(null)
  const wanted = useRef<number>(null)
  const drag = (to: number) => {
    wanted.current = to
    setDraggedTo(to)
  }
  const finish = useCallback(() => {
    if (wanted.current !== null) player.seek(wanted.current)
    wanted.current = null
    setDraggedTo(null)
  }, [player])
  // Screen readers move it without a key or a pointer. React's `onChange` is the browser's `input`, which comes while it moves.
  useEffect(() => {
    const element = bar.current
    element?.addEventListener('change', finish)
    return () => element?.removeEventListener('change', finish)
  }, [finish])
  return (
    <input
      ref={bar}
      type="range"
      className="seek-bar"
      aria-label={texts.seek}
      aria-valuetext={texts.position(minutesAndSeconds(shownMs), minutesAndSeconds(durationMs))}
      min={0}
      max={Math.max(1, Math.round(durationMs))}
      step={1000}
      value={Math.round(shownMs)}
      style={{ '--at': durationMs > 0 ? shownMs / durationMs : 0 } as CSSProperties}
      onChange={event => drag(Number(event.target.value))}
      onPointerUp={finish}
      onKeyUp={finish}
      onBlur={finish}
    />
  )
}

/** The real length once the sound is loaded, the announced one until then. */
export const useKnownDuration = () =>
  usePlayerState(state => state.durationMs || (state.hasFailed ? 0 : (state.queue[0]?.durationMs ?? 0)))
