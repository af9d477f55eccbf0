import { describe, expect, it } from 'vitest'
import { playabilityRefusal } from './playability.ts'
import { playerBody } from './player-body.ts'

const now = new Date('2026-11-20T12:00:00Z')
const video = { videoId: 'M4gD1WSo5mA', title: 'A lecture', lengthSeconds: '721' }
const judge = (body: object) => playabilityRefusal(playerBody.parse(body), 'M4gD1WSo5mA', now)
const codeOf = (status: string, reason: string, more: object = {}) =>
  judge({ playabilityStatus: { status, reason, ...more }, videoDetails: video })?.code

const subreason = (text: string) => ({
  errorScreen: { playerErrorMessageRenderer: { subreason: { simpleText: text } } },
})

describe('a player response', () => {
  it('accepts the player response of a playable video', () => {
    expect(judge({ playabilityStatus: { status: 'OK' }, videoDetails: video })).toBeNull()
  })

  it.each([
    ['LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot', 'bot_check'],
    ['LOGIN_REQUIRED', "Sign in to confirm you're not a bot", 'bot_check'],
    ['LOGIN_REQUIRED', 'Please sign in', 'bot_check'],
    ['LOGIN_REQUIRED', '', 'bot_check'],
    ['UNPLAYABLE', 'The page needs to be reloaded.', 'bot_check'],
    ['ERROR', "This content isn't available, try again later.", 'rate_limited'],
    ['LOGIN_REQUIRED', 'This video is private', 'private'],
    ['ERROR', 'Private video', 'private'],
    ['LOGIN_REQUIRED', 'Sign in to confirm your age', 'age_restricted'],
    ['LOGIN_REQUIRED', 'This video may be inappropriate for some users.', 'age_restricted'],
    ['UNPLAYABLE', 'This video is age-restricted and only available on YouTube.', 'age_restricted'],
    ['AGE_VERIFICATION_REQUIRED', '', 'age_restricted'],
    ['CONTENT_CHECK_REQUIRED', '', 'age_restricted'],
    ['UNPLAYABLE', 'Join this channel to get access to members-only content like this video.', 'members_only'],
    ['UNPLAYABLE', "This video is available to this channel's members on level: Magnificent Members", 'members_only'],
    ['UNPLAYABLE', 'This video is only available to Music Premium members', 'premium_only'],
    ['UNPLAYABLE', 'This video requires payment to watch.', 'premium_only'],
    ['UNPLAYABLE', 'Rent or purchase this movie', 'premium_only'],
    ['UNPLAYABLE', 'The uploader has not made this video available in your country', 'region_blocked'],
    [
      'ERROR',
      'This video contains content from X, who has blocked it in your country on copyright grounds',
      'region_blocked',
    ],
    ['UNPLAYABLE', 'Video unavailable', 'unplayable'],
    ['UNPLAYABLE', 'This video is not available', 'unplayable'],
    [
      'ERROR',
      'The following content is not available on this app. Watch on the latest version of YouTube.',
      'unplayable',
    ],
    ['ERROR', 'Video unavailable', 'not_found'],
    ['ERROR', 'This video is unavailable', 'not_found'],
    ['ERROR', 'This video has been removed by the uploader', 'not_found'],
    [
      'ERROR',
      'This video is no longer available because the YouTube account associated with it has been terminated.',
      'not_found',
    ],
    ['LIVE_STREAM_OFFLINE', 'This live stream recording is not available.', 'unplayable'],
    ['UNPLAYABLE', 'Premieres in 3 hours', 'upcoming'],
    ['LIVE_STREAM_OFFLINE', 'This live event will begin in a few moments.', 'upcoming'],
    ['LIVE_STREAM_OFFLINE', '', 'upcoming'],
    ['LIVE_STREAM_OFFLINE', 'This live event has ended.', 'captions_pending'],
    ['UNPLAYABLE', "We're processing this video. Check back later.", 'captions_pending'],
    ['A_STATUS_OF_TOMORROW', 'Something new', 'unplayable'],
  ])('maps the player status %s with the reason “%s” to %s', (status, reason, code) => {
    expect(codeOf(status, reason)).toBe(code)
  })

  it('maps subreasons, messages and error screens of a player response to codes, too', () => {
    const smallPrint = subreason('The uploader has not made this video available in your country')
    expect(codeOf('UNPLAYABLE', 'Video unavailable', smallPrint)).toBe('region_blocked')
    expect(codeOf('LOGIN_REQUIRED', 'Sign in', { messages: ['This is a private video.'] })).toBe('private')
    expect(codeOf('LOGIN_REQUIRED', 'Sign in', { desktopLegacyAgeGateReason: 1 })).toBe('age_restricted')
    const trailer = { errorScreen: { playerLegacyDesktopYpcTrailerRenderer: {} } }
    expect(codeOf('UNPLAYABLE', 'Watch the trailer', trailer)).toBe('premium_only')
  })

  it('schedules the retry of a live stream in an hour', () => {
    const live = judge({ playabilityStatus: { status: 'OK' }, videoDetails: { ...video, isLive: true } })
    expect(live).toEqual({ code: 'live', retryAt: new Date('2026-11-20T13:00:00Z') })
  })

  it('schedules the retry of an upcoming stream for its start, or in an hour if it is overdue', () => {
    const slate = (scheduledStartTime: string) => ({
      liveStreamability: {
        liveStreamabilityRenderer: { offlineSlate: { liveStreamOfflineSlateRenderer: { scheduledStartTime } } },
      },
    })
    const upcoming = (seconds: string) =>
      judge({ playabilityStatus: { status: 'LIVE_STREAM_OFFLINE', ...slate(seconds) }, videoDetails: video })
    expect(upcoming('1795608000')).toMatchObject({ code: 'upcoming', retryAt: new Date(1_795_608_000_000) })
    // Long overdue.
    expect(upcoming('1677592800')).toMatchObject({ code: 'upcoming', retryAt: new Date('2026-11-20T13:00:00Z') })
  })

  it('rejects videos longer than 12 hours and accepts one of exactly 12 hours', () => {
    const codeOfLength = (lengthSeconds: string) =>
      judge({ playabilityStatus: { status: 'OK' }, videoDetails: { ...video, lengthSeconds } })?.code
    expect(codeOfLength('43201')).toBe('too_long')
    expect(codeOfLength('43200')).toBeUndefined()
  })

  it('treats a player response about another video as a bot check', () => {
    const other = { ...video, videoId: 'aQvGIIdgFDM' }
    expect(judge({ playabilityStatus: { status: 'OK' }, videoDetails: other })?.code).toBe('bot_check')
  })

  it('reports a player response in an unexpected format as a change at YouTube, not as a problem with the video', () => {
    expect(judge({})?.code).toBe('parse_changed')
    expect(judge({ somethingElse: 1 })?.code).toBe('parse_changed')
    expect(judge({ playabilityStatus: { status: 'OK' } })?.code).toBe('parse_changed')
    expect(judge({ playabilityStatus: 7 })?.code).toBe('parse_changed')
  })
})
