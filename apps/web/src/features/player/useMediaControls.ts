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
    })
    let announced: object | undefined
    let last = ''
    const stop = player.subscribe(() => {
      const { queue, isPlaying, timeMs, durationMs, speed } = player.current()
      const head = queue[0]
      if (head !== announced) {
        announced = head
        announceMedia(head ? { title: head.title, artist: head.channel, artworkUrl: head.thumbnailUrl } : null)
      }
      // The system counts on by itself: it is told of changes, not of every quarter of a second.
      const now = head ? [isPlaying, Math.round(durationMs), speed, Math.round(timeMs / 5000)].join() : ''
      if (head && now !== last) setMediaState(isPlaying, timeMs, durationMs, speed)
      last = now
    })
    return () => {
      stop()
      letGo()
      announceMedia(null)
    }
  }, [player])
}
