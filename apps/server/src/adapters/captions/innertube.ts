import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { ProviderError } from '../../errors.ts'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import type { FetchBroadcastEnd } from '../youtube/broadcast-end.ts'
import type { ClientIdentities } from '../youtube/client-identities.ts'
import type { ClientName } from '../youtube/clients.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { FetchPlayer } from '../youtube/player.ts'
import type { CaptionTrackOffer, PlayerBody } from '../youtube/player-body.ts'
import { httpRefusal, networkFailure } from '../youtube/refusals.ts'
import { captionKind, chooseTrack } from '../youtube/tracks.ts'
import { lastCueMs } from './cue-times.ts'
import { looksLikeCaptions } from './sniff.ts'

const HOUR_MS = 3_600_000
/** How long after the end of a stream its captions may still appear. */
const CAPTIONS_AWAITED_MS = 24 * HOUR_MS
/** Above this, json3 with the time of each word would exceed the size limit (about 250 bytes per second of speech). */
const LONG_VIDEO_SECONDS = 5 * 3_600

export interface InnertubeCaptionsDeps {
  attempts: Attempts
  player: FetchPlayer
  fetchBroadcastEnd: FetchBroadcastEnd
  identities: ClientIdentities
  clock: Clock
}

/**
 * Captions from the tracks in InnerTube's player responses. A track that stops in the first half of its video is compared with
 * the track of another client, because YouTube sometimes returns truncated tracks.
 */
export const innertubeCaptions = (deps: InnertubeCaptionsDeps): Captions => ({
  async read(videoId, { signal, isBackground } = {}) {
    const readWith = async (attempt: Attempt): Promise<Found> => {
      const body = await deps.player({ videoId, isBackground, ...attempt })
      const track = chooseTrack(body.captions?.playerCaptionsTracklistRenderer ?? {})
      if (track === null) throw await noCaptionsFailure(deps, body, attempt)
      const lengthSeconds = body.videoDetails?.lengthSeconds ?? 0
      const formats = lengthSeconds > LONG_VIDEO_SECONDS ? longFormats : allFormats
      const trackBody = await readTrack(track, formats, attempt, deps)
      const { provider, client } = attempt
      return {
        track: { kind: captionKind(track), language: track.languageCode, body: trackBody, provider },
        client: client.name,
        lengthMs: lengthSeconds * 1000,
        lastCueMs: lastCueMs(trackBody),
      }
    }
    const found = await deps.attempts(videoId, readWith, { signal })
    if (!isTruncated(found)) return found.track
    const other = await deps.attempts(videoId, readWith, { signal, excludedClient: found.client }).catch(error => {
      if (error instanceof ProviderError) return null
      throw error
    })
    return other && (other.lastCueMs ?? 0) > (found.lastCueMs ?? 0) ? other.track : found.track
  },
})

interface Found {
  track: CaptionTrack
  client: ClientName
  lengthMs: number
  lastCueMs: number | null
}

/** A shorter part without captions at the end of a video is music or silence. */
const minMissingMs = 120_000

const isTruncated = ({ lengthMs, lastCueMs }: Found): boolean =>
  lastCueMs !== null && lastCueMs < lengthMs / 2 && lengthMs - lastCueMs > minMissingMs

const allFormats = ['json3', 'srv1', 'vtt'] as const
const longFormats = ['srv1', 'vtt'] as const

/** YouTube creates the captions of a stream in the hours after its end. */
const noCaptionsFailure = async (
  { fetchBroadcastEnd, clock }: InnertubeCaptionsDeps,
  { videoDetails: video }: PlayerBody,
  attempt: Attempt,
): Promise<ProviderError> => {
  const nowMs = clock.now().getTime()
  const pending = () => videoFailure(attempt.provider, 'captions_pending', { retryAt: new Date(nowMs + HOUR_MS) })
  if (video?.isPostLiveDvr) return pending()
  const endedAt = video?.isLiveContent ? await fetchBroadcastEnd(video.videoId, attempt) : null
  const isFresh = endedAt !== null && nowMs - endedAt.getTime() < CAPTIONS_AWAITED_MS
  return isFresh ? pending() : videoFailure(attempt.provider, 'no_captions')
}

/** Reads the first format that contains captions. Stops if YouTube refuses one: it would refuse this client the other formats, too. */
const readTrack = async (
  track: CaptionTrackOffer,
  formats: readonly string[],
  attempt: Attempt,
  deps: InnertubeCaptionsDeps,
): Promise<Uint8Array> => {
  let failure: ProviderError | undefined
  for (const format of formats) {
    try {
      const body = await fetchTrack(track, format, attempt, deps)
      if (looksLikeCaptions(body)) return body
      failure = videoFailure(attempt.provider, 'parse_changed', { detail: `timedtext ${format} contains no captions` })
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'parse_changed') throw error
      failure = error
    }
  }
  throw failure ?? videoFailure(attempt.provider, 'parse_changed')
}

const fetchTrack = async (
  track: CaptionTrackOffer,
  format: string,
  { client, route, provider, signal, requestMs }: Attempt,
  { identities, clock }: InnertubeCaptionsDeps,
): Promise<Uint8Array> => {
  const url = timedtextUrl(track.baseUrl, format)
  if (url === null) throw videoFailure(provider, 'parse_changed', { detail: 'invalid track URL' })
  // Sent as the client that got the URL.
  const { userAgent = '' } = await identities.get(client.name)
  const headers = { 'user-agent': userAgent, 'accept-language': 'en' }
  const answer = await route
    .fetch({ url, headers, signal, deadlineMs: requestMs, maxBytes: MAX_CAPTION_BYTES })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = httpRefusal(provider, answer, clock.now())
  if (refusal !== null) throw refusal
  // Without a proof-of-origin token, YouTube answers 200 with an empty body.
  if (answer.body.byteLength === 0) throw videoFailure(provider, 'po_token_required', { detail: 'empty captions' })
  return answer.body
}

/** Adds the format to a track URL, which may be relative. Null if the URL is not on YouTube. */
const timedtextUrl = (baseUrl: string, format: string): string | null => {
  if (!URL.canParse(baseUrl, 'https://www.youtube.com')) return null
  const url = new URL(baseUrl, 'https://www.youtube.com')
  if (url.protocol !== 'https:' || !/(?:^|\.)youtube\.com$/.test(url.hostname)) return null
  url.searchParams.set('fmt', format)
  return url.href
}
