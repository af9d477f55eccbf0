import { Capacitor } from '@capacitor/core'
import type { MediaActions, NowPlaying } from '../media-session.ts'
import * as browsers from '../media-session.ts'
import { addressOf } from './address.ts'
import { dataUrl } from './data-url.ts'
import { pageFact } from './page-facts.ts'
import { beside, MediaSession } from './plugins.ts'

export type { MediaActions, NowPlaying }

/** Of the app, where there is no picture of what plays. */
const icon = '/icon-192.png'

/** The calls go one after the other: the plug-in answers each from a thread of its own. */
let done: Promise<unknown> = Promise.resolve()
const then = (call: () => Promise<unknown>) => {
  done = done.then(call, call)
  beside(done)
  done = done.catch(() => {})
}

function announceOnAndroid(playing: NowPlaying | null) {
  // First of all: whatever is told while it is on has the service write a notice anew.
  if (!playing) then(() => MediaSession.setPlaybackState({ playbackState: 'none' }))
  then(() =>
    MediaSession.setMetadata({
      title: playing?.title ?? '',
      artist: playing?.artist ?? '',
      // The notice says both, with a dash between them.
      album: pageFact('product-name') ?? '',
      // Where none is named the plug-in keeps the former picture; one with no address takes it away.
      artwork: [{ src: playing?.artworkUrl ?? '' }],
    }),
  )
}

function setStateOnAndroid(isPlaying: boolean, positionMs: number, durationMs: number, speed: number) {
  // The place before the state: the plug-in dates the place that it knows when the state changes.
  if (durationMs > 0) {
    then(() =>
      MediaSession.setPositionState({
        duration: durationMs / 1000,
        position: Math.min(positionMs, durationMs) / 1000,
        playbackRate: speed,
      }),
    )
  }
  then(() => MediaSession.setPlaybackState({ playbackState: isPlaying ? 'playing' : 'paused' }))
}

/** Whoever is to act now: the plug-in is told once for all. */
let acting: MediaActions | null = null
let isTold = false

function takeKeysOnAndroid(actions: MediaActions) {
  acting = actions
  if (!isTold) {
    isTold = true
    for (const action of ['play', 'pause', 'nexttrack', 'previoustrack'] as const)
      then(() => MediaSession.setActionHandler({ action }, () => acting?.[action]()))
    const seekTo = ({ seekTime }: { seekTime?: number | null }) => acting?.seekTo((seekTime ?? 0) * 1000)
    then(() => MediaSession.setActionHandler({ action: 'seekto' }, seekTo))
    // The headset was pulled out: the web view of an iPhone pauses by itself, Android's would go on aloud (MainActivity tells).
    addEventListener('audioBecomingNoisy', () => acting?.pause())
  }
  return () => {
    if (acting === actions) acting = null
  }
}

const android = {
  announceMedia: announceOnAndroid,
  /** The length of what played before would stay until that of the next is known. */
  forgetPlace: () => then(() => MediaSession.setPositionState({ duration: 0, position: 0, playbackRate: 1 })),
  setMediaState: setStateOnAndroid,
  takeMediaKeys: takeKeysOnAndroid,
}
/**
 * An iPhone's web view has the lock screen and its keys by itself; beside it the plug-in's own would count each press twice,
 * and it answers the page in no way that its own description knows. Android's web view has none of it.
 */
const here: typeof android = Capacitor.getPlatform() === 'ios' ? { ...browsers, forgetPlace() {} } : android

let shown: NowPlaying | null = null

/**
 * The words at once, and the picture when it is there: read by the page, because what draws the lock screen reaches neither
 * what is kept here nor, without a network, anything else.
 */
export function announceMedia(playing: NowPlaying | null) {
  shown = playing
  here.announceMedia(playing && { ...playing, artworkUrl: null })
  here.forgetPlace()
  if (!playing) return
  beside(
    pictureOf(playing.artworkUrl).then(artworkUrl => {
      if (shown === playing) here.announceMedia({ ...playing, artworkUrl })
    }),
  )
}

const pictureOf = (path: string | null): Promise<string> => {
  const own = () => dataUrl(icon)
  return path ? dataUrl(addressOf(path)).catch(own) : own()
}

export const { setMediaState, takeMediaKeys } = here

;({ announceMedia, setMediaState, takeMediaKeys }) satisfies typeof browsers
