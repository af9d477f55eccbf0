import type { Summary } from '@recaps/contract'
import { useEffect, useState } from 'react'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { isSameAudio } from '../../player/track.ts'
import { isSamePosition, type TextPosition, timingAt, wordAt, wordStarts } from './read-along.ts'

export interface SpokenWord {
  position: TextPosition
  /** Index of the spoken word in the written text. */
  word: number
}

/** The word of this summary that is being spoken. Null if the player has another summary, another voice of it, or nothing. */
export function useReadAlong(summary: Summary): SpokenWord | null {
  const player = usePlayer()
  const isHead = usePlayerState(state => isSameAudio(state.queue[0], summary))
  const isPlaying = usePlayerState(state => state.isPlaying)
  // Seeking while paused also moves the highlight.
  const pausedAtMs = usePlayerState(state => (state.isPlaying ? -1 : state.timeMs))
  const [now, setNow] = useState<SpokenWord | null>(null)
  const { timings, content } = summary

  useEffect(() => {
    if (!isHead || !timings || !content) return setNow(null)
    let frame = 0
    let starts: number[] = []
    let startsOf: object | null = null
    const update = () => {
      const atMs = player.positionMs()
      const timing = timingAt(timings, atMs)
      if (timing && timing !== startsOf) {
        startsOf = timing
        starts = wordStarts(textOf(content, timing), timing.words, timing.startMs, timing.endMs)
      }
      const word = timing ? wordAt(starts, atMs) : -1
      setNow(current => {
        if (!timing || atMs === 0) return null
        return current && isSamePosition(current.position, timing) && current.word === word
          ? current
          : { position: timing, word }
      })
    }
    const follow = () => {
      update()
      frame = requestAnimationFrame(follow)
    }
    if (isPlaying) follow()
    else if (pausedAtMs >= 0) update()
    return () => cancelAnimationFrame(frame)
  }, [player, isHead, isPlaying, pausedAtMs, timings, content])

  return isHead ? now : null
}

/** The written text of a spoken part. */
function textOf(content: NonNullable<Summary['content']>, { section, sentence }: TextPosition): string {
  if (section < 0) return sentence === 0 ? content.headline : (content.inThreePoints[sentence - 1]?.text ?? '')
  const found = content.sections[section]
  return sentence < 0 ? (found?.title ?? '') : (found?.sentences[sentence]?.text ?? '')
}
