import { audioOrigin } from './audio-origin.ts'
import type { AudioFormat, PlayerBody } from './player-body.ts'

/** An audio format with a URL and a known size. */
export type FetchableAudio = AudioFormat & { url: string; contentLength: number }

/** Below this, speech becomes hard to understand; above it, only the download grows. */
const enoughBitsPerSecond = 40_000

/**
 * The smallest audio format that is good enough for speech, in the original language of the video. Null if the player response
 * has no URLs, as for clients that need a proof-of-origin token.
 */
export function chooseAudio(body: PlayerBody): FetchableAudio | null {
  const offers = body.streamingData?.adaptiveFormats ?? []
  const audio = offers.filter(isFetchable).filter(({ mimeType }) => mimeType.startsWith('audio/'))
  const originals = originalsOf(audio)
  const uncompressed = originals.filter(({ isDrc }) => !isDrc)
  const [first, ...others] = uncompressed.length > 0 ? uncompressed : originals
  return first ? others.reduce(better, first) : null
}

/** Prefers the original recording. The default track may be a dub: it depends on the language of our request. */
function originalsOf(formats: readonly FetchableAudio[]): FetchableAudio[] {
  const original = formats.filter(one => audioOrigin(one) === 'original')
  if (original.length > 0) return original
  const undubbed = formats.filter(one => audioOrigin(one) !== 'dub')
  const byDefault = undubbed.filter(({ audioTrack }) => audioTrack?.audioIsDefault !== false)
  return byDefault.length > 0 ? byDefault : undubbed
}

const isFetchable = (offer: AudioFormat): offer is FetchableAudio =>
  offer.url !== undefined && offer.contentLength !== undefined && offer.contentLength > 0

const bitsOf = ({ averageBitrate, bitrate }: AudioFormat): number => averageBitrate ?? bitrate ?? 0

const better = (one: FetchableAudio, other: FetchableAudio): FetchableAudio => {
  const [a, b] = [bitsOf(one), bitsOf(other)]
  const areEnough = a >= enoughBitsPerSecond && b >= enoughBitsPerSecond
  return (areEnough ? b < a : b > a) ? other : one
}
