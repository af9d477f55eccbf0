/**
 * What the lock screen shows. Media keys for next and previous are registered, but not for skipping by seconds: phones show
 * only one of the two. The seek bar (`seekTo`) appears with either.
 */
export interface NowPlaying {
  title: string
  artist: string
  artworkUrl: string | null
}

export interface MediaActions {
  play(): void
  pause(): void
  nexttrack(): void
  previoustrack(): void
  seekTo(ms: number): void
}

const session = () => ('mediaSession' in navigator ? navigator.mediaSession : null)

export function setNowPlaying(playing: NowPlaying | null) {
  const media = session()
  if (!media) return
  if (!playing) media.playbackState = 'none'
  media.metadata = playing
    ? new MediaMetadata({
        title: playing.title,
        artist: playing.artist,
        artwork: playing.artworkUrl ? [{ src: playing.artworkUrl, sizes: '480x360', type: 'image/jpeg' }] : [],
      })
    : null
}

export function setMediaState(isPlaying: boolean, positionMs: number, durationMs: number, speed: number) {
  const media = session()
  if (!media) return
  media.playbackState = isPlaying ? 'playing' : 'paused'
  if (durationMs <= 0 || !media.setPositionState) return
  media.setPositionState({
    duration: durationMs / 1000,
    position: Math.min(positionMs, durationMs) / 1000,
    playbackRate: speed,
  })
}

export function handleMediaKeys({ seekTo, ...keys }: MediaActions) {
  const seekto = ({ seekTime = 0 }: MediaSessionActionDetails) => seekTo(seekTime * 1000)
  const handlers = Object.entries({ ...keys, seekto }) as [MediaSessionAction, MediaSessionActionHandler][]
  for (const [name, handler] of handlers) session()?.setActionHandler(name, handler)
  return () => {
    for (const [name] of handlers) session()?.setActionHandler(name, null)
  }
}
