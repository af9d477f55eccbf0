import { Capacitor } from '@capacitor/core'
import type { MediaActions, NowPlaying } from '../media-session.ts'
import * as browsers from '../media-session.ts'
import { fetchDataUrl } from './data-url.ts'
import { pageFact } from './page-facts.ts'
import { inBackground, MediaSession } from './plugins.ts'
import { serverFileUrl } from './server-url.ts'

export type { MediaActions, NowPlaying }

/** The app's icon, shown if the track has no picture. */
const icon = '/icon-192.png'

/** Runs plugin calls one at a time: the plugin handles each in a separate thread. */
let lastCall: Promise<unknown> = Promise.resolve()
const enqueue = (call: () => Promise<unknown>) => {
  lastCall = lastCall.then(call, call)
  inBackground(lastCall)
  lastCall = lastCall.catch(() => {})
}

function announceOnAndroid(playing: NowPlaying | null) {
  // First, because any other call made while the state is active shows the notification again.
  if (!playing) enqueue(() => MediaSession.setPlaybackState({ playbackState: 'none' }))
  enqueue(() =>
    MediaSession.setMetadata({
      title: playing?.title ?? '',
      artist: playing?.artist ?? '',
      // The notification shows artist and album, separated by a dash.
      album: pageFact('product-name') ?? '',
      // Without `artwork` the plugin would keep the previous picture; an empty `src` removes it.
      artwork: [{ src: playing?.artworkUrl ?? '' }],
    }),
  )
}

function setStateOnAndroid(isPlaying: boolean, positionMs: number, durationMs: number, speed: number) {
  // Position before state: the plugin timestamps the last known position when the state changes.
  if (durationMs > 0) {
    enqueue(() =>
      MediaSession.setPositionState({
        duration: durationMs / 1000,
        position: Math.min(positionMs, durationMs) / 1000,
        playbackRate: speed,
      }),
    )
  }
  enqueue(() => MediaSession.setPlaybackState({ playbackState: isPlaying ? 'playing' : 'paused' }))
}

/** The current handlers. The plugin's own are registered once and call these. */
let current: MediaActions | null = null
let isRegistered = false

function takeKeysOnAndroid(actions: MediaActions) {
  current = actions
  if (!isRegistered) {
    isRegistered = true
    for (const action of ['play', 'pause', 'nexttrack', 'previoustrack'] as const)
      enqueue(() => MediaSession.setActionHandler({ action }, () => current?.[action]()))
    const seekTo = ({ seekTime }: { seekTime?: number | null }) => current?.seekTo((seekTime ?? 0) * 1000)
    enqueue(() => MediaSession.setActionHandler({ action: 'seekto' }, seekTo))
    // Sent by MainActivity when a headset is unplugged. iOS pauses by itself; Android would continue on the loudspeaker.
    addEventListener('audioBecomingNoisy', () => current?.pause())
  }
  return () => {
    if (current === actions) current = null
  }
}

const android = {
  setNowPlaying: announceOnAndroid,
  /** Clears the previous track's duration, which would stay until the new one is known. */
  resetPosition: () => enqueue(() => MediaSession.setPositionState({ duration: 0, position: 0, playbackRate: 1 })),
  setMediaState: setStateOnAndroid,
  handleMediaKeys: takeKeysOnAndroid,
}
/**
 * The iOS web view supports the Media Session API. The plugin would handle each key press a second time there, and its calls
 * never return what its documentation says. Android's web view does not support the API.
 */
const platform: typeof android = Capacitor.getPlatform() === 'ios' ? { ...browsers, resetPosition() {} } : android

let nowPlaying: NowPlaying | null = null

/**
 * Shows the texts at once and the picture when it has loaded. The page loads the picture itself, because the lock screen can
 * read neither saved files nor, while offline, the server.
 */
export function setNowPlaying(playing: NowPlaying | null) {
  nowPlaying = playing
  platform.setNowPlaying(playing && { ...playing, artworkUrl: null })
  platform.resetPosition()
  if (!playing) return
  inBackground(
    pictureOf(playing.artworkUrl).then(artworkUrl => {
      if (nowPlaying === playing) platform.setNowPlaying({ ...playing, artworkUrl })
    }),
  )
}

const pictureOf = (path: string | null): Promise<string> => {
  const appIcon = () => fetchDataUrl(icon)
  return path ? fetchDataUrl(serverFileUrl(path)).catch(appIcon) : appIcon()
}

export const { setMediaState, handleMediaKeys } = platform

;({ setNowPlaying, setMediaState, handleMediaKeys }) satisfies typeof browsers
