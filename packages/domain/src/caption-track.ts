import { asideIn } from './caption-track-names.ts'

/** What must be known of a caption track to choose among them; adapters keep more (its address). */
export interface CaptionTrack {
  /** BCP 47 tag. */
  language: string
  /** `manual`: written by a person; `auto`: made by YouTube's recogniser. */
  kind: 'manual' | 'auto'
  /** What its creator or the site calls it, such as "English - Director's commentary"; nothing where nobody says. */
  name?: string | undefined
}

/** Whether a summary can be made from a track at all: not from a chat, a test, or the signs in the picture. */
export const isReadable = ({ kind, name = '' }: CaptionTrack): boolean => kind === 'auto' || asideIn(name) !== 'partial'

/** Whether nothing in its name says that a track has something else than the spoken words. */
export const isSpoken = ({ kind, name = '' }: CaptionTrack): boolean => kind === 'auto' || asideIn(name) === null

/**
 * The track that a summary is made from: English written by a person, English recognised, then the original language in
 * the same order. Translating is the engine's work, so tracks that a machine translated are not to be offered here.
 *
 * What is not the spoken words by its name never wins over what is. Where there is nothing else, lyrics, commentaries and
 * descriptions are read, which are texts about the video; chats, tests and single signs are not: without captions at all
 * the sound can be transcribed.
 *
 * The original language is the one given, else that of the recogniser, which writes what is spoken. Of several tracks
 * of one rank the one that yt-dlp marks as spoken wins (`en-orig`), then the plain tag (`en` before `en-GB`), then the
 * first. `null` where there is no track.
 */
export const chooseCaptionTrack = <T extends CaptionTrack>(tracks: readonly T[], originalLanguage?: string): T | null =>
  bestOf(tracks.filter(isSpoken), originalLanguage) ?? bestOf(tracks.filter(isReadable), originalLanguage)

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
    const found = tracks.filter(track => track.kind === kind && isSameLanguage(track.language, language))
    const marked = found.find(track => track.language.endsWith('-orig'))
    const best = marked ?? found.find(track => track.language.toLowerCase() === language.toLowerCase()) ?? found[0]
    if (best !== undefined) return best
  }
  return tracks[0] ?? null
}

/** `en-GB` and `en` are the same language; so are `pt` and `pt-BR`. */
const isSameLanguage = (one: string, other: string): boolean => primary(one) === primary(other)

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''
