import { chooseCaptionTrack, hasSpokenWords, isUsableTrack } from '@recaps/domain/caption-track'
import type { CaptionTrack } from '../../ports/captions.ts'
import { isOriginalTrack } from './audio-origin.ts'
import { type CaptionTracklist, type CaptionTrackOffer, labelText } from './player-body.ts'

/** `asr` is YouTube's speech recognition; all other tracks were written by people. */
export const captionKind = (track: CaptionTrackOffer): CaptionTrack['kind'] =>
  track.kind === 'asr' || track.vssId?.startsWith('a.') ? 'auto' : 'manual'

export const readableTracks = ({
  captionTracks = [],
}: CaptionTracklist): { language: string; kind: 'manual' | 'auto' }[] =>
  captionTracks
    .filter(track => isUsableTrack(describe(track)))
    .map(track => ({ language: track.languageCode, kind: captionKind(track) }))

const describe = (track: CaptionTrackOffer) => ({
  language: track.languageCode,
  kind: captionKind(track),
  name: track.trackName || nameInUrl(track) || labelText(track.name),
})

/** Some clients get the creator's name for a track only in its URL. */
const nameInUrl = ({ baseUrl }: CaptionTrackOffer): string =>
  URL.canParse(baseUrl, youtube) ? (new URL(baseUrl, youtube).searchParams.get('name') ?? '') : ''

const youtube = 'https://www.youtube.com'

/** The best caption track of a player response; null if it has none. */
export const chooseTrack = (list: CaptionTracklist): CaptionTrackOffer | null => {
  const recorded = recordedLanguage(list)
  const offers = (list.captionTracks ?? [])
    .map(offer => ({ ...describe(offer), offer }))
    // An automatic track in another language than the recording was made from a dub.
    .filter(({ language, kind }) => kind === 'manual' || recorded === null || primary(language) === recorded)
  return chooseCaptionTrack(offers, originalLanguage(list))?.offer ?? null
}

/** The language of the original recording, such as `ja`; null if YouTube does not say. */
const recordedLanguage = ({ audioTracks }: CaptionTracklist): string | null => {
  const id = audioTracks?.find(({ audioTrackId }) => isOriginalTrack(audioTrackId))?.audioTrackId
  return id === undefined ? null : primary(id)
}

/** `en` for `en-US.4` and `en-GB`. */
const primary = (tag: string): string => tag.toLowerCase().split(/[-_.]/)[0] ?? ''

/** The language spoken in the original or default audio. Dubbed videos have an automatic track for each language. */
const originalLanguage = (list: CaptionTracklist): string | undefined => {
  const tracks = list.captionTracks ?? []
  const original = list.audioTracks?.find(({ audioTrackId }) => isOriginalTrack(audioTrackId))
  const audio = original ?? list.audioTracks?.[list.defaultAudioTrackIndex ?? 0]
  const ofAudio = (audio?.captionTrackIndices ?? []).map(index => tracks[index]).filter(track => track !== undefined)
  const automatic = [...ofAudio, ...tracks].find(track => captionKind(track) === 'auto')
  const defaultTrack = tracks[audio?.defaultCaptionTrackIndex ?? 0]
  if (automatic) return automatic.languageCode
  return defaultTrack && hasSpokenWords(describe(defaultTrack)) ? defaultTrack.languageCode : undefined
}
