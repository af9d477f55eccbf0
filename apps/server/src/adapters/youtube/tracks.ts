import { chooseCaptionTrack, isReadable, isSpoken } from '@recaps/domain/caption-track'
import type { CaptionTrack } from '../../ports/captions.ts'
import { isOriginalTrack } from './dubs.ts'
import { type CaptionTracklist, labelText, type TrackOffer } from './player-body.ts'

/** `asr` is YouTube's recogniser; everything else was written by somebody. */
export const kindOf = (track: TrackOffer): CaptionTrack['kind'] =>
  track.kind === 'asr' || track.vssId?.startsWith('a.') ? 'auto' : 'manual'

/** The tracks that could be read, for the preview. */
export const readableTracks = ({
  captionTracks = [],
}: CaptionTracklist): { language: string; kind: 'manual' | 'auto' }[] =>
  captionTracks
    .filter(track => isReadable(describe(track)))
    .map(track => ({ language: track.languageCode, kind: kindOf(track) }))

const describe = (track: TrackOffer) => ({
  language: track.languageCode,
  kind: kindOf(track),
  name: track.trackName || nameInAddress(track) || labelText(track.name),
})

/** Some clients are told the creator's name for a track in its address alone. */
const nameInAddress = ({ baseUrl }: TrackOffer): string =>
  URL.canParse(baseUrl, youtube) ? (new URL(baseUrl, youtube).searchParams.get('name') ?? '') : ''

const youtube = 'https://www.youtube.com'

/** The track to read among those that a player answer offers; null where there is none. */
export const chooseTrack = (list: CaptionTracklist): TrackOffer | null => {
  const recorded = recordedLanguage(list)
  const offers = (list.captionTracks ?? [])
    .map(offer => ({ ...describe(offer), offer }))
    // What is recognised in another language than that of the recording was heard in a dub.
    .filter(({ language, kind }) => kind === 'manual' || recorded === null || primary(language) === recorded)
  return chooseCaptionTrack(offers, originalLanguage(list))?.offer ?? null
}

/** The language of the sound as it was recorded, such as `ja`; null where YouTube does not say. */
const recordedLanguage = ({ audioTracks }: CaptionTracklist): string | null => {
  const id = audioTracks?.find(({ audioTrackId }) => isOriginalTrack(audioTrackId))?.audioTrackId
  return id === undefined ? null : primary(id)
}

/** Of `en-US.4` and `en-GB` it is `en`. */
const primary = (tag: string): string => tag.toLowerCase().split(/[-_.]/)[0] ?? ''

/** What is spoken by default: dubbed videos have a recognised track for each language. */
const originalLanguage = (list: CaptionTracklist): string | undefined => {
  const tracks = list.captionTracks ?? []
  const original = list.audioTracks?.find(({ audioTrackId }) => isOriginalTrack(audioTrackId))
  const sound = original ?? list.audioTracks?.[list.defaultAudioTrackIndex ?? 0]
  const ofSound = (sound?.captionTrackIndices ?? []).map(index => tracks[index]).filter(track => track !== undefined)
  const heard = [...ofSound, ...tracks].find(track => kindOf(track) === 'auto')
  const shown = tracks[sound?.defaultCaptionTrackIndex ?? 0]
  if (heard) return heard.languageCode
  return shown && isSpoken(describe(shown)) ? shown.languageCode : undefined
}
