import { useEffect } from 'react'
import { announceMedia, setMediaState, takeMediaKeys } from '../../device/media-session.ts'
import type { Player } from './engine.ts'

/** Shows what plays on the lock screen and obeys the media keys. */
export function useMediaControls(player: Player) {
  useEffect(() => {
    const letGo = takeMediaKeys({
      play: () => player.current().isPlaying || player.toggle(),
      pause: player.pause,
      nexttrack: player.next,
      previoustrack: player.previous,
      seekTo: player.seek,
    })
    let announced: object | undefined
    let told: Told | null = null
    const stop = player.subscribe(() => {
      const { queue, isPlaying, timeMs, durationMs, speed } = player.current()
      const head = queue[0]
      if (head !== announced) {
        announced = head
        announceMedia(head ? { title: head.title, artist: head.channel, artworkUrl: head.thumbnailUrl } : null)
      }
      const now = { isPlaying, timeMs, durationMs, speed, atMs: Date.now() }
      if (head && told && isAsReckoned(told, now)) return
      told = head ? now : null
      if (head) setMediaState(isPlaying, timeMs, durationMs, speed)
    })
    return () => {
      stop()
      letGo()
      announceMedia(null)
    }
  }, [player])
}

/** What the system knows, and since when. */
interface Told {
  isPlaying: boolean
  timeMs: number
  durationMs: number
  speed: number
  atMs: number
}

/** The system counts on by itself: it is told of changes, and where its count would be a second off. */
function isAsReckoned(told: Told, now: Told): boolean {
  const countedMs = told.isPlaying ? (now.atMs - told.atMs) * told.speed : 0
  return (
    told.isPlaying === now.isPlaying &&
    told.speed === now.speed &&
    told.durationMs === now.durationMs &&
    Math.abs(told.timeMs + countedMs - now.timeMs) < 1000
  )
}
