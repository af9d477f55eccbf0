import type { Platform } from './plugin-headers.ts'

/** Media controls on the lock screen. The plugin updates Android's only; on iPhones the web view does it itself. */
export interface LockScreen {
  /** Whether the controls are visible: on Android while the plugin's service runs. */
  isShown: boolean
  title: string
  artist: string
  album: string
  /** Text below the title in Android's notification. */
  notificationText: string
  artwork: string | null
  state: string
  /** In seconds; the system extrapolates from there. */
  position: { duration: number; position: number; playbackRate: number }
}

export const emptyLockScreen = (): LockScreen => ({
  isShown: false,
  title: '',
  artist: '',
  album: '',
  notificationText: '',
  artwork: null,
  state: 'none',
  position: { duration: 0, position: 0, playbackRate: 1 },
})

type Options = Record<string, unknown>

/** `@capgo/capacitor-media-session`, after its Java and Swift sources. */
export function mediaSession(platform: Platform, media: LockScreen, network: { connected: boolean }) {
  const isAndroid = platform === 'android'
  return {
    setMetadata({ title = media.title, artist = media.artist, album = media.album, artwork }: Options) {
      Object.assign(media, { title, artist, album, notificationText: `${artist} - ${album}` })
      const [picture] = (artwork ?? []) as { src?: string }[]
      if (picture?.src === undefined) return
      const loaded = isAndroid ? androidArtwork(picture.src, network) : iosArtwork(picture.src, network)
      if (loaded !== undefined) media.artwork = loaded
    },
    setPlaybackState({ playbackState }: Options) {
      media.state = String(playbackState)
      // Android's service keeps running while playback is paused and stops at its end.
      media.isShown = isAndroid ? ['playing', 'paused'].includes(media.state) : media.title !== ''
    },
    setPositionState(position: Options) {
      Object.assign(media.position, position)
    },
  }
}

/** The result of `urlToBitmap`; undefined if it throws, which keeps the previous picture. */
function androidArtwork(src: string, { connected }: { connected: boolean }): string | null | undefined {
  if (src === '' || src.startsWith('blob:')) return null
  if (src.startsWith('http')) return connected ? src : undefined
  return src.includes(';base64,') ? src : null
}

/** Undefined if the picture cannot be loaded, which keeps the previous one. */
const iosArtwork = (src: string, { connected }: { connected: boolean }): string | undefined =>
  connected && URL.canParse(src) ? src : undefined
