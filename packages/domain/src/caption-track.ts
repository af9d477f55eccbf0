import { classifyTrackName } from './caption-track-names.ts'

/** The caption track fields needed to choose a track. Adapters keep more, such as the URL. */
export interface CaptionTrack {
  /** BCP 47 tag. */
  language: string
  /** `manual`: written by a person; `auto`: YouTube's speech recognition. */
  kind: 'manual' | 'auto'
  /** The name given by the creator or the site, such as "English - Director's commentary". */
  name?: string | undefined
}

/** Whether a summary can be based on the track at all. Not for chats, tests, or captions of on-screen signs. */
export const isUsableTrack = ({ kind, name = '' }: CaptionTrack): boolean =>
  kind === 'auto' || classifyTrackName(name) !== 'partial'

/** Whether the track has the spoken words: nothing in its name suggests otherwise. */
export const hasSpokenWords = ({ kind, name = '' }: CaptionTrack): boolean =>
  kind === 'auto' || classifyTrackName(name) === null

/**
 * Chooses the track for a summary: manual English, automatic English, then the original language in the same order. Don't
 * pass machine-translated tracks; translation is the job of the summarizer.
 *
 * Tracks with the spoken words win over all others. Without one, lyrics, commentaries and descriptions are used, because they
 * are about the video. Chats, tests and signs are never used: without captions, the audio can be transcribed.
 *
 * The original language is `originalLanguage`, or else that of the automatic captions. Among tracks of the same rank, the one
 * that yt-dlp marks as original wins (`en-orig`), then the plain tag (`en` before `en-GB`), then the first. Null if there is
 * no track.
 */
export const chooseCaptionTrack = <T extends CaptionTrack>(tracks: readonly T[], originalLanguage?: string): T | null =>
  bestOf(tracks.filter(hasSpokenWords), originalLanguage) ?? bestOf(tracks.filter(isUsableTrack), originalLanguage)

const bestOf = <T extends CaptionTrack>(tracks: readonly T[], originalLanguage?: string): T | null => {
  const original =
    originalLanguage ?? tracks.find(track => track.kind === 'auto')?.language ?? tracks[0]?.language ?? 'en'
  const ranks = [
    { language: 'en', kind: 'manual' },
    { language: 'en', kind: 'auto' },
    { language: original, kind: 'manual' },
    { language: original, kind: 'auto' },
  ] as const
  for (const { language, kind } of ranks) {
    const candidates = tracks.filter(track => track.kind === kind && isSameLanguage(track.language, language))
    const marked = candidates.find(track => track.language.endsWith('-orig'))
    const best =
      marked ?? candidates.find(track => track.language.toLowerCase() === language.toLowerCase()) ?? candidates[0]
    if (best !== undefined) return best
  }
  return tracks[0] ?? null
}

/** `en-GB` and `en` are the same language; so are `pt` and `pt-BR`. */
const isSameLanguage = (a: string, b: string): boolean => primaryLanguage(a) === primaryLanguage(b)

const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''
