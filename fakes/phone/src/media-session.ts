import type { Platform } from './headers.ts'

/** What the lock screen shows of what plays. Only Android's is told by the plug-in; an iPhone's web view tells its own. */
export interface LockScreen {
  /** Whether there is anything: on Android as long as the plug-in's service runs. */
  isShown: boolean
  title: string
  artist: string
  album: string
  /** What stands under the title in the notice of Android. */
  line: string
  artwork: string | null
  state: string
  /** In seconds, and when it was dated: the system counts on from there. */
  position: { duration: number; position: number; playbackRate: number }
}

export const emptyLockScreen = (): LockScreen => ({
  isShown: false,
  title: '',
  artist: '',
  album: '',
  line: '',
  artwork: null,
  state: 'none',
  position: { duration: 0, position: 0, playbackRate: 1 },
})

type Options = Record<string, unknown>

/** `@capgo/capacitor-media-session`, as its Java and its Swift have it. */
export function mediaSession(platform: Platform, media: LockScreen, network: { connected: boolean }) {
  const isAndroid = platform === 'android'
  return {
    setMetadata({ title = media.title, artist = media.artist, album = media.album, artwork }: Options) {
      Object.assign(media, { title, artist, album, line: `${artist} - ${album}` })
      const [picture] = (artwork ?? []) as { src?: string }[]
      if (picture?.src === undefined) return
      const found = isAndroid ? onAndroid(picture.src, network) : onIos(picture.src, network)
      if (found !== undefined) media.artwork = found
    },
    setPlaybackState({ playbackState }: Options) {
      media.state = String(playbackState)
      // The service stays while the sound is paused, and goes with the last of it.
      media.isShown = isAndroid ? ['playing', 'paused'].includes(media.state) : media.title !== ''
    },
    setPositionState(position: Options) {
      Object.assign(media.position, position)
    },
  }
}

/** What `urlToBitmap` gives; undefined where it throws, and the former picture stays. */
function onAndroid(src: string, { connected }: { connected: boolean }): string | null | undefined {
  if (src === '' || src.startsWith('blob:')) return null
  if (src.startsWith('http')) return connected ? src : undefined
  return src.includes(';base64,') ? src : null
}

/** What cannot be loaded is not put in, so that the former picture stays. */
const onIos = (src: string, { connected }: { connected: boolean }): string | undefined =>
  connected && URL.canParse(src) ? src : undefined
