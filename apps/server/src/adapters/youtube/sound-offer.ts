import { originOf } from './dubs.ts'
import type { PlayerBody, SoundOffer } from './player-body.ts'

/** An audio format with a URL and a known size. */
export type FetchableSound = SoundOffer & { url: string; contentLength: number }

/** Below this, speech becomes hard to understand; above it, only the download grows. */
const enoughBitsPerSecond = 40_000

/**
 * The smallest audio format that is good enough for speech, in the original language of the video. Null if the player response
 * has no URLs, as for clients that need a proof-of-origin token.
 */
export function chooseSound(body: PlayerBody): FetchableSound | null {
  const offers = body.streamingData?.adaptiveFormats ?? []
  const audio = offers.filter(isFetchable).filter(({ mimeType }) => mimeType.startsWith('audio/'))
  const originals = originalsOf(audio)
  const uncompressed = originals.filter(({ isDrc }) => !isDrc)
  const [first, ...others] = uncompressed.length > 0 ? uncompressed : originals
  return first ? others.reduce(better, first) : null
}

/** Prefers the original recording. The default track may be a dub: it depends on the language of our request. */
function originalsOf(formats: readonly FetchableSound[]): FetchableSound[] {
  const original = formats.filter(one => originOf(one) === 'original')
  if (original.length > 0) return original
  const undubbed = formats.filter(one => originOf(one) !== 'dub')
  const byDefault = undubbed.filter(({ audioTrack }) => audioTrack?.audioIsDefault !== false)
  return byDefault.length > 0 ? byDefault : undubbed
}

const isFetchable = (offer: SoundOffer): offer is FetchableSound =>
  offer.url !== undefined && offer.contentLength !== undefined && offer.contentLength > 0

const bitsOf = ({ averageBitrate, bitrate }: SoundOffer): number => averageBitrate ?? bitrate ?? 0

const better = (one: FetchableSound, other: FetchableSound): FetchableSound => {
  const [a, b] = [bitsOf(one), bitsOf(other)]
  const areEnough = a >= enoughBitsPerSecond && b >= enoughBitsPerSecond
  return (areEnough ? b < a : b > a) ? other : one
}
