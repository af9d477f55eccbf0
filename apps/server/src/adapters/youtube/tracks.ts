import type { CaptionTrack } from '../../ports/captions.ts'
import type { CaptionTracklist, TrackOffer } from './player-body.ts'

/** `asr` is YouTube's recogniser; everything else was written by somebody. */
export const kindOf = (track: TrackOffer): CaptionTrack['kind'] =>
  track.kind === 'asr' || track.vssId?.startsWith('a.') ? 'auto' : 'manual'

/**
 * The track to read: manual English, automatic English, manual original language, automatic original. The original
 * language is that of the recogniser's track of the default sound, else of the track shown by default.
 */
export const chooseTrack = (list: CaptionTracklist): TrackOffer | null => {
  const tracks = list.captionTracks ?? []
  const manual = tracks.filter(track => kindOf(track) === 'manual')
  const auto = tracks.filter(track => kindOf(track) === 'auto')
  const original = originalLanguage(list)
  return (
    english(manual) ??
    english(auto) ??
    manual.find(track => language(track) === original) ??
    auto.find(track => language(track) === original) ??
    manual[0] ??
    auto[0] ??
    null
  )
}

const originalLanguage = (list: CaptionTracklist): string | undefined => {
  const tracks = list.captionTracks ?? []
  const sound = list.audioTracks?.[list.defaultAudioTrackIndex ?? 0]
  const ofSound = (sound?.captionTrackIndices ?? []).map(index => tracks[index]).filter(track => track !== undefined)
  const heard = ofSound.find(track => kindOf(track) === 'auto') ?? tracks.find(track => kindOf(track) === 'auto')
  const shown = tracks[sound?.defaultCaptionTrackIndex ?? 0] ?? tracks[0]
  const track = heard ?? shown
  return track === undefined ? undefined : language(track)
}

const language = (track: TrackOffer): string => track.languageCode.split('-')[0]!.toLowerCase()

/** Plain English before its regional forms. */
const english = (tracks: TrackOffer[]): TrackOffer | undefined =>
  tracks.find(track => track.languageCode.toLowerCase() === 'en') ?? tracks.find(track => language(track) === 'en')
