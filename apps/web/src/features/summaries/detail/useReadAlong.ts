import type { Summary } from '@recaps/contract'
import { useEffect, useState } from 'react'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { isSameSound } from '../../player/track.ts'
import { type Place, samePlace, timingAt, wordAt, wordStarts } from './read-along.ts'

export interface Now {
  place: Place
  /** Index of the written word that is heard. */
  word: number
}

/** What is heard now of this summary; null while another one, another voice of it, or none, is in the player. */
export function useReadAlong(summary: Summary): Now | null {
  const player = usePlayer()
  const isHead = usePlayerState(state => isSameSound(state.queue[0], summary))
  const isPlaying = usePlayerState(state => state.isPlaying)
  // While paused a seek moves the mark too.
  const pausedAtMs = usePlayerState(state => (state.isPlaying ? -1 : state.timeMs))
  const [now, setNow] = useState<Now | null>(null)
  const { timings, content } = summary

  useEffect(() => {
    if (!isHead || !timings || !content) return setNow(null)
    let frame = 0
    let starts: number[] = []
    let startsOf: object | null = null
    const look = () => {
      const atMs = player.positionMs()
      const timing = timingAt(timings, atMs)
      if (timing && timing !== startsOf) {
        startsOf = timing
        starts = wordStarts(textOf(content, timing), timing.words, timing.startMs, timing.endMs)
      }
      const word = timing ? wordAt(starts, atMs) : -1
      setNow(before => {
        if (!timing || atMs === 0) return null
        return before && samePlace(before.place, timing) && before.word === word ? before : { place: timing, word }
      })
    }
    const follow = () => {
      look()
      frame = requestAnimationFrame(follow)
    }
    if (isPlaying) follow()
    else if (pausedAtMs >= 0) look()
    return () => cancelAnimationFrame(frame)
  }, [player, isHead, isPlaying, pausedAtMs, timings, content])

  return isHead ? now : null
}

/** The written text of a piece of the audio. */
function textOf(content: NonNullable<Summary['content']>, { section, sentence }: Place): string {
  if (section < 0) return sentence === 0 ? content.headline : (content.inThreePoints[sentence - 1]?.text ?? '')
  const found = content.sections[section]
  return sentence < 0 ? (found?.title ?? '') : (found?.sentences[sentence]?.text ?? '')
}
