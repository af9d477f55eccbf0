import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { formatMinutesAndSeconds } from '../../ui/time.ts'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'

/** Playback position slider. Dragging moves the knob at once; the audio seeks on release. */
export function SeekBar() {
  const player = usePlayer()
  const timeMs = usePlayerState(state => Math.floor(state.timeMs / 250) * 250)
  const durationMs = useTrackDuration()
  const [draggedTo, setDraggedTo] = useState<number | null>(null)
  const shownMs = draggedTo ?? Math.min(timeMs, durationMs)
  const bar = useRef<HTMLInputElement>(null)
  const pendingMs = useRef<number>(null)
  const drag = (to: number) => {
    pendingMs.current = to
    setDraggedTo(to)
  }
  const finish = useCallback(() => {
    if (pendingMs.current !== null) player.seek(pendingMs.current)
    pendingMs.current = null
    setDraggedTo(null)
  }, [player])
  // Screen readers move the slider without a key or pointer event, so listen for the native `change` event.
  // React's `onChange` is the native `input` event, which also fires during a drag.
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
      aria-valuetext={texts.position(formatMinutesAndSeconds(shownMs), formatMinutesAndSeconds(durationMs))}
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

/** Duration of the loaded audio in ms; until it is loaded, the duration stored with the summary. */
export const useTrackDuration = () =>
  usePlayerState(state => state.durationMs || (state.hasFailed ? 0 : (state.queue[0]?.durationMs ?? 0)))
