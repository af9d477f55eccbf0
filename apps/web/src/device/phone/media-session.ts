import { Capacitor } from '@capacitor/core'
import type { MediaActions, NowPlaying } from '../media-session.ts'
import * as browsers from '../media-session.ts'
import { addressOf } from './address.ts'
import { dataUrl } from './data-url.ts'
import { pageFact } from './page-facts.ts'
import { beside, MediaSession } from './plugins.ts'

export type { MediaActions, NowPlaying }

/** The app's icon, shown if the track has no picture. */
const icon = '/icon-192.png'

/** Runs plugin calls one at a time: the plugin handles each in a separate thread. */
let lastCall: Promise<unknown> = Promise.resolve()
const enqueue = (call: () => Promise<unknown>) => {
  lastCall = lastCall.then(call, call)
  beside(lastCall)
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
  announceMedia: announceOnAndroid,
  /** Clears the previous track's duration, which would stay until the new one is known. */
  resetPosition: () => enqueue(() => MediaSession.setPositionState({ duration: 0, position: 0, playbackRate: 1 })),
  setMediaState: setStateOnAndroid,
  takeMediaKeys: takeKeysOnAndroid,
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
export function announceMedia(playing: NowPlaying | null) {
  nowPlaying = playing
  platform.announceMedia(playing && { ...playing, artworkUrl: null })
  platform.resetPosition()
  if (!playing) return
  beside(
    pictureOf(playing.artworkUrl).then(artworkUrl => {
      if (nowPlaying === playing) platform.announceMedia({ ...playing, artworkUrl })
    }),
  )
}

const pictureOf = (path: string | null): Promise<string> => {
  const appIcon = () => dataUrl(icon)
  return path ? dataUrl(addressOf(path)).catch(appIcon) : appIcon()
}

export const { setMediaState, takeMediaKeys } = platform

;({ announceMedia, setMediaState, takeMediaKeys }) satisfies typeof browsers
