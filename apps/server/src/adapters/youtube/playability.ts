import type { VideoFailureCode } from '@recaps/contract/failures'
import { maxVideoHours } from '@recaps/domain/duration'
import { labelText, type Playability, type PlayerBody } from './player-body.ts'

export const MAX_VIDEO_SECONDS = maxVideoHours * 3600
const HOUR_MS = 3_600_000

export interface Refusal {
  code: VideoFailureCode
  detail?: string
  retryAt?: Date
}

/**
 * Why a video cannot be summarized, according to one client's player response; null if it can. Pure: the result depends on
 * the response and the time only. YouTube's reasons are in English because every request is sent with `hl=en`.
 */
export const playabilityRefusal = (body: PlayerBody, videoId: string, now: Date): Refusal | null => {
  const { playabilityStatus: playability, videoDetails: video } = body
  if (playability === undefined) return unexpectedFormat
  const refusal = unplayable(playability, now)
  if (refusal !== null) return refusal
  if (video === undefined) return unexpectedFormat
  // YouTube sends clients that it distrusts another video: "not available on this app".
  if (video.videoId !== videoId) return { code: 'bot_check', detail: `answered with video ${video.videoId}` }
  if (video.isLive) return { code: 'live', retryAt: new Date(now.getTime() + HOUR_MS) }
  if (video.isUpcoming) return upcoming(playability, now)
  const seconds = video.lengthSeconds ?? 0
  return seconds > MAX_VIDEO_SECONDS ? { code: 'too_long', detail: `${seconds} s` } : null
}

const unexpectedFormat: Refusal = { code: 'parse_changed', detail: 'unexpected format of the player response' }

const unplayable = (playability: Playability, now: Date): Refusal | null => {
  const { status } = playability
  if (status === 'OK') return null
  const message = messageOf(playability)
  const detail = `${status}: ${message}`.slice(0, 200)
  const code = codeOf(message, playability)
  if (code === 'upcoming' || (code === undefined && status === 'LIVE_STREAM_OFFLINE')) {
    return { ...upcoming(playability, now), detail }
  }
  if (code === 'captions_pending') return { code, detail, retryAt: new Date(now.getTime() + HOUR_MS) }
  if (code !== undefined) return { code, detail }
  return { code: codeOfStatus[status] ?? 'unplayable', detail }
}

/** Used if the message is inconclusive. A bare LOGIN_REQUIRED means that YouTube distrusts us, not that the video is restricted. */
const codeOfStatus: Record<string, VideoFailureCode> = {
  LOGIN_REQUIRED: 'bot_check',
  AGE_VERIFICATION_REQUIRED: 'age_restricted',
  AGE_CHECK_REQUIRED: 'age_restricted',
  CONTENT_CHECK_REQUIRED: 'age_restricted',
  ERROR: 'not_found',
}

/** First match wins, so messages of distrust come before messages that sound like a problem with the video. */
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

/** Maps an error message of YouTube, also one that yt-dlp repeats, to a failure code. */
export const codeForMessage = (message: string): VideoFailureCode | undefined =>
  codesOfReasons.find(([pattern]) => pattern.test(message))?.[1]

const codeOf = (message: string, playability: Playability): VideoFailureCode | undefined => {
  const code = codeForMessage(message)
  if (code !== undefined) return code
  if (playability.desktopLegacyAgeGateReason) return 'age_restricted'
  // A film for sale has a screen that offers its trailer.
  const screens = Object.keys(playability.errorScreen ?? {})
  return screens.some(name => /Ypc(?:Trailer|Offer)/i.test(name)) ? 'premium_only' : undefined
}

const messageOf = ({ reason, messages, errorScreen }: Playability): string => {
  const screen = errorScreen?.playerErrorMessageRenderer
  const parts = [reason, labelText(screen?.reason), labelText(screen?.subreason), ...(messages ?? [])]
  return [...new Set(parts.filter(part => part))].join(' · ')
}

const upcoming = ({ liveStreamability }: Playability, now: Date): Refusal => {
  const slate = liveStreamability?.liveStreamabilityRenderer?.offlineSlate?.liveStreamOfflineSlateRenderer
  const startMs = (slate?.scheduledStartTime ?? 0) * 1000
  // A stream that should have started already is checked again in an hour.
  return { code: 'upcoming', retryAt: new Date(startMs > now.getTime() ? startMs : now.getTime() + HOUR_MS) }
}
