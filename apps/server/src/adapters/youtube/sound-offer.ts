import { originOf } from './dubs.ts'
import type { PlayerBody, SoundOffer } from './player-body.ts'

/** An offered sound that can be fetched. */
export type FetchableSound = SoundOffer & { url: string; contentLength: number }

/** Below this speech suffers; above it only the way gets longer. */
const enoughBitsPerSecond = 40_000

/**
 * The smallest sound that speech is well understood in; of a video in several languages the one that is its own. Null when
 * the answer tells no address, as it does to clients that have to prove where they come from.
 */
export function chooseSound(body: PlayerBody): FetchableSound | null {
  const offers = body.streamingData?.adaptiveFormats ?? []
  const sounds = offers.filter(isFetchable).filter(({ mimeType }) => mimeType.startsWith('audio/'))
  const own = ownOf(sounds)
  const plain = own.filter(({ isDrc }) => !isDrc)
  const [first, ...others] = plain.length > 0 ? plain : own
  return first ? others.reduce(better, first) : null
}

/** As it was recorded: which language plays by default depends on the language that we ask in. */
function ownOf(sounds: readonly FetchableSound[]): FetchableSound[] {
  const original = sounds.filter(sound => originOf(sound) === 'original')
  if (original.length > 0) return original
  const undubbed = sounds.filter(sound => originOf(sound) !== 'dub')
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
