import type { VideoFailureCode } from '@recaps/contract/failures'
import { longestVideoHours } from '@recaps/domain/duration'
import { labelText, type Playability, type PlayerBody } from './player-body.ts'

export const MAX_VIDEO_SECONDS = longestVideoHours * 3600
const HOUR_MS = 3_600_000

export interface Refusal {
  code: VideoFailureCode
  detail?: string
  retryAt?: Date
}

/**
 * Why a video cannot be summarized, judged from one client's player answer; null when it can. Pure: the same answer at
 * the same instant is always judged alike. Reasons are in English because every request asks with `hl=en`.
 */
export const refusalIn = (body: PlayerBody, videoId: string, now: Date): Refusal | null => {
  const { playabilityStatus: playability, videoDetails: video } = body
  if (playability === undefined) return unknownForm
  const refusal = unplayable(playability, now)
  if (refusal !== null) return refusal
  if (video === undefined) return unknownForm
  // To clients it distrusts, YouTube answers with another video: "not available on this app".
  if (video.videoId !== videoId) return { code: 'bot_check', detail: `answered with video ${video.videoId}` }
  if (video.isLive) return { code: 'live', retryAt: new Date(now.getTime() + HOUR_MS) }
  if (video.isUpcoming) return upcoming(playability, now)
  const seconds = video.lengthSeconds ?? 0
  return seconds > MAX_VIDEO_SECONDS ? { code: 'too_long', detail: `${seconds} s` } : null
}

const unknownForm: Refusal = { code: 'parse_changed', detail: 'no player answer of a known form' }

const unplayable = (playability: Playability, now: Date): Refusal | null => {
  const { status } = playability
  if (status === 'OK') return null
  const told = toldBy(playability)
  const detail = `${status}: ${told}`.slice(0, 200)
  const code = codeOf(told, playability)
  if (code === 'upcoming' || (code === undefined && status === 'LIVE_STREAM_OFFLINE')) {
    return { ...upcoming(playability, now), detail }
  }
  if (code === 'captions_pending') return { code, detail, retryAt: new Date(now.getTime() + HOUR_MS) }
  if (code !== undefined) return { code, detail }
  return { code: codeOfStatus[status] ?? 'unplayable', detail }
}

/** What is said when the words say nothing: a bare LOGIN_REQUIRED is YouTube's distrust of us, not of the video. */
const codeOfStatus: Record<string, VideoFailureCode> = {
  LOGIN_REQUIRED: 'bot_check',
  AGE_VERIFICATION_REQUIRED: 'age_restricted',
  AGE_CHECK_REQUIRED: 'age_restricted',
  CONTENT_CHECK_REQUIRED: 'age_restricted',
  ERROR: 'not_found',
}

/** First match wins, so distrust of us stands before everything that sounds like a fault of the video. */
const codesOfReasons: readonly [RegExp, VideoFailureCode][] = [
  [/not a (?:ro)?bot|unusual traffic|page needs to be reloaded/i, 'bot_check'],
  [/rate-limited|try again later/i, 'rate_limited'],
  [/live stream recording is not available/i, 'unplayable'],
  [/premieres? in|event will begin|will begin (?:in|shortly)/i, 'upcoming'],
  [/live event has ended|processing this video/i, 'captions_pending'],
  [/\bprivate\b/i, 'private'],
  [/music premium|youtube premium|premium members|requires? payment|purchase|\brent\b|paid video/i, 'premium_only'],
  [/\bmembers?\b|join this channel/i, 'members_only'],
  [/\b(?:your|this) (?:country|region|location)\b|blocked it (?:in|from)/i, 'region_blocked'],
  [/inappropriate|confirm your age|age.restrict|\bmature\b/i, 'age_restricted'],
  [/removed|terminated|deleted|no longer available|does(?:n.t| not) exist/i, 'not_found'],
  [/on this (?:app|device)|video is not available/i, 'unplayable'],
]

/** The code that YouTube's own words stand for, wherever they were repeated. */
export const codeOfWords = (told: string): VideoFailureCode | undefined =>
  codesOfReasons.find(([pattern]) => pattern.test(told))?.[1]

const codeOf = (told: string, playability: Playability): VideoFailureCode | undefined => {
  const code = codeOfWords(told)
  if (code !== undefined) return code
  if (playability.desktopLegacyAgeGateReason) return 'age_restricted'
  // The screen that offers a trailer in place of a film for sale.
  const screens = Object.keys(playability.errorScreen ?? {})
  return screens.some(name => /Ypc(?:Trailer|Offer)/i.test(name)) ? 'premium_only' : undefined
}

const toldBy = ({ reason, messages, errorScreen }: Playability): string => {
  const screen = errorScreen?.playerErrorMessageRenderer
  const parts = [reason, labelText(screen?.reason), labelText(screen?.subreason), ...(messages ?? [])]
  return [...new Set(parts.filter(part => part))].join(' · ')
}

const upcoming = ({ liveStreamability }: Playability, now: Date): Refusal => {
  const slate = liveStreamability?.liveStreamabilityRenderer?.offlineSlate?.liveStreamOfflineSlateRenderer
  const startMs = (slate?.scheduledStartTime ?? 0) * 1000
  // A stream that should have begun already is looked at again in an hour.
  return { code: 'upcoming', retryAt: new Date(startMs > now.getTime() ? startMs : now.getTime() + HOUR_MS) }
}
