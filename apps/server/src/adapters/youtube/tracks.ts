import { chooseCaptionTrack } from '@recaps/domain/caption-track'
import type { CaptionTrack } from '../../ports/captions.ts'
import type { CaptionTracklist, TrackOffer } from './player-body.ts'

/** `asr` is YouTube's recogniser; everything else was written by somebody. */
export const kindOf = (track: TrackOffer): CaptionTrack['kind'] =>
  track.kind === 'asr' || track.vssId?.startsWith('a.') ? 'auto' : 'manual'

/** The track to read among those that a player answer offers; null where there is none. */
export const chooseTrack = (list: CaptionTracklist): TrackOffer | null => {
  const offers = (list.captionTracks ?? []).map(offer => ({ language: offer.languageCode, kind: kindOf(offer), offer }))
  return chooseCaptionTrack(offers, originalLanguage(list))?.offer ?? null
}

/** What is spoken by default: dubbed videos have a recognised track for each language. */
const originalLanguage = (list: CaptionTracklist): string | undefined => {
  const tracks = list.captionTracks ?? []
  const sound = list.audioTracks?.[list.defaultAudioTrackIndex ?? 0]
  const ofSound = (sound?.captionTrackIndices ?? []).map(index => tracks[index]).filter(track => track !== undefined)
  const heard = [...ofSound, ...tracks].find(track => kindOf(track) === 'auto')
  const shown = tracks[sound?.defaultCaptionTrackIndex ?? 0]
  return (heard ?? shown)?.languageCode
}
