import { useEffect } from 'react'
import { handleMediaKeys, setMediaState, setNowPlaying } from '../../device/media-session.ts'
import type { Player } from './engine.ts'

/** Shows the current track on the lock screen and handles the media keys. */
export function useMediaControls(player: Player) {
  useEffect(() => {
    const releaseKeys = handleMediaKeys({
      play: () => player.current().isPlaying || player.toggle(),
      pause: player.pause,
      nexttrack: player.next,
      previoustrack: player.previous,
      seekTo: player.seek,
    })
    let shownTrack: object | undefined
    let reported: ReportedState | null = null
    const unsubscribe = player.subscribe(() => {
      const { queue, isPlaying, timeMs, durationMs, speed } = player.current()
      const head = queue[0]
      if (head !== shownTrack) {
        shownTrack = head
        setNowPlaying(head ? { title: head.title, artist: head.channel, artworkUrl: head.thumbnailUrl } : null)
      }
      const now = { isPlaying, timeMs, durationMs, speed, atMs: Date.now() }
      if (head && reported && isAsExtrapolated(reported, now)) return
      reported = head ? now : null
      if (head) setMediaState(isPlaying, timeMs, durationMs, speed)
    })
    return () => {
      unsubscribe()
      releaseKeys()
      setNowPlaying(null)
    }
  }, [player])
}

/** The state last reported to the system, and when. */
interface ReportedState {
  isPlaying: boolean
  timeMs: number
  durationMs: number
  speed: number
  atMs: number
}

/** The system extrapolates the position itself, so only changes and a drift of a second or more are reported. */
function isAsExtrapolated(reported: ReportedState, now: ReportedState): boolean {
  const playedMs = reported.isPlaying ? (now.atMs - reported.atMs) * reported.speed : 0
  return (
    reported.isPlaying === now.isPlaying &&
    reported.speed === now.speed &&
    reported.durationMs === now.durationMs &&
    Math.abs(reported.timeMs + playedMs - now.timeMs) < 1000
  )
}
