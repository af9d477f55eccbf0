import { pageFact } from '../../../device/page-facts.ts'

/**
 * YouTube's embedded player without its script. The frame is controlled with the same messages that the script sends
 * (https://developers.google.com/youtube/iframe_api_reference).
 */

/** Origin of the player. Configurable on the server, because the demo replaces YouTube with a fake. */
const base = (): string => pageFact('embed-base') ?? 'https://www.youtube-nocookie.com'

export function embedUrl(videoId: string, atMs: number): string {
  const url = new URL(`/embed/${encodeURIComponent(videoId)}`, base())
  const settings = { autoplay: '1', enablejsapi: '1', playsinline: '1', rel: '0', origin: location.origin }
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value)
  if (atMs >= 1000) url.searchParams.set('start', String(Math.floor(atMs / 1000)))
  return url.href
}

/** Subscribes to the player's events. Without this it ignores commands. */
export const subscribeToPlayer = (frame: HTMLIFrameElement) =>
  post(frame, { event: 'listening', id: 1, channel: 'widget' })

export function playFrom(frame: HTMLIFrameElement, atMs: number) {
  command(frame, 'seekTo', [Math.floor(atMs / 1000), true])
  command(frame, 'playVideo', [])
}

export const pauseVideo = (frame: HTMLIFrameElement) => command(frame, 'pauseVideo', [])

/** Player states. */
export const playing = 1
export const buffering = 3

/** Player state in a message from the frame. Undefined for other messages and other senders. */
export function parsePlayerState(frame: HTMLIFrameElement, { source, origin, data }: MessageEvent): number | undefined {
  if (source !== frame.contentWindow || origin !== new URL(base()).origin) return undefined
  try {
    return JSON.parse(data).info?.playerState
  } catch {
    return undefined
  }
}

const command = (frame: HTMLIFrameElement, func: string, args: unknown[]) =>
  post(frame, { event: 'command', func, args, id: 1, channel: 'widget' })

function post(frame: HTMLIFrameElement, message: object) {
  frame.contentWindow?.postMessage(JSON.stringify(message), new URL(base()).origin)
}
