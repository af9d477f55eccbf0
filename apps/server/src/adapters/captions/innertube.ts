import { MAX_CAPTION_BYTES } from '@recaps/domain/captions/parse'
import { ProviderError } from '../../errors.ts'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import type { BroadcastEnd } from '../youtube/broadcast.ts'
import type { ClientName } from '../youtube/clients.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { ClientIdentities } from '../youtube/identities.ts'
import type { AskPlayer } from '../youtube/player.ts'
import type { PlayerBody, TrackOffer } from '../youtube/player-body.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { chooseTrack, kindOf } from '../youtube/tracks.ts'
import { lastCueMs } from './cue-times.ts'
import { looksLikeCaptions } from './sniff.ts'

const HOUR_MS = 3_600_000
/** How long after the end of a stream its captions may still come. */
const CAPTIONS_AWAITED_MS = 24 * HOUR_MS
/** Above this the word times of json3 would not fit into the bytes allowed (about 250 bytes for each second of speech). */
const LONG_VIDEO_SECONDS = 5 * 3_600

export interface InnertubeCaptionsDeps {
  attempts: Attempts
  player: AskPlayer
  broadcastEnd: BroadcastEnd
  identities: ClientIdentities
  clock: Clock
}

/**
 * Captions from the tracks that InnerTube's player answers offer. A track that stops in the first half of its video is compared
 * with what another client is given, because YouTube hands out cut ones now and then.
 */
export const innertubeCaptions = (deps: InnertubeCaptionsDeps): Captions => ({
  async read(videoId, { signal, isBackground } = {}) {
    const ask = async (attempt: Attempt): Promise<Found> => {
      const body = await deps.player({ videoId, isBackground, ...attempt })
      const track = chooseTrack(body.captions?.playerCaptionsTracklistRenderer ?? {})
      if (track === null) throw await withoutCaptions(deps, body, attempt)
      const lengthSeconds = body.videoDetails?.lengthSeconds ?? 0
      const formats = lengthSeconds > LONG_VIDEO_SECONDS ? longFormats : allFormats
      const read = await readTrack(track, formats, attempt, deps)
      const { provider, client } = attempt
      return {
        track: { kind: kindOf(track), language: track.languageCode, body: read, provider },
        client: client.name,
        lengthMs: lengthSeconds * 1000,
        lastCueMs: lastCueMs(read),
      }
    }
    const found = await deps.attempts(videoId, ask, { signal })
    if (!isCut(found)) return found.track
    const other = await deps.attempts(videoId, ask, { signal, without: found.client }).catch(error => {
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

/** Shorter rests of a video are music, or silence. */
const noticedMs = 120_000

const isCut = ({ lengthMs, lastCueMs }: Found): boolean =>
  lastCueMs !== null && lastCueMs < lengthMs / 2 && lengthMs - lastCueMs > noticedMs

const allFormats = ['json3', 'srv1', 'vtt'] as const
const longFormats = ['srv1', 'vtt'] as const

/** Captions of a stream are written in the hours after it has ended. */
const withoutCaptions = async (
  { broadcastEnd, clock }: InnertubeCaptionsDeps,
  { videoDetails: video }: PlayerBody,
  attempt: Attempt,
): Promise<ProviderError> => {
  const nowMs = clock.now().getTime()
  const pending = () => videoFailure(attempt.provider, 'captions_pending', { retryAt: new Date(nowMs + HOUR_MS) })
  if (video?.isPostLiveDvr) return pending()
  const endedAt = video?.isLiveContent ? await broadcastEnd(video.videoId, attempt) : null
  const isFresh = endedAt !== null && nowMs - endedAt.getTime() < CAPTIONS_AWAITED_MS
  return isFresh ? pending() : videoFailure(attempt.provider, 'no_captions')
}

/** The first format that holds captions. A refusal ends it: the other formats of this client would be refused as well. */
const readTrack = async (
  track: TrackOffer,
  formats: readonly string[],
  attempt: Attempt,
  deps: InnertubeCaptionsDeps,
): Promise<Uint8Array> => {
  let failure: ProviderError | undefined
  for (const format of formats) {
    try {
      const body = await fetchTrack(track, format, attempt, deps)
      if (looksLikeCaptions(body)) return body
      failure = videoFailure(attempt.provider, 'parse_changed', { detail: `timedtext ${format} holds no captions` })
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'parse_changed') throw error
      failure = error
    }
  }
  throw failure ?? videoFailure(attempt.provider, 'parse_changed')
}

const fetchTrack = async (
  track: TrackOffer,
  format: string,
  { client, route, provider, signal, requestMs }: Attempt,
  { identities, clock }: InnertubeCaptionsDeps,
): Promise<Uint8Array> => {
  const url = timedtextUrl(track.baseUrl, format)
  if (url === null) throw videoFailure(provider, 'parse_changed', { detail: 'track without an address' })
  // As the client that was given the address would ask for it.
  const { userAgent = '' } = await identities.of(client.name)
  const headers = { 'user-agent': userAgent, 'accept-language': 'en' }
  const answer = await route
    .fetch({ url, headers, signal, deadlineMs: requestMs, maxBytes: MAX_CAPTION_BYTES })
    .catch(error => {
      throw networkFailure(provider, error)
    })
  const refusal = refusalOf(provider, answer, clock.now())
  if (refusal !== null) throw refusal
  // Without proof of origin YouTube says 200 and nothing else.
  if (answer.body.byteLength === 0) throw videoFailure(provider, 'po_token_required', { detail: 'empty captions' })
  return answer.body
}

/** Addresses may be relative, and only YouTube's own are followed. */
const timedtextUrl = (baseUrl: string, format: string): string | null => {
  if (!URL.canParse(baseUrl, 'https://www.youtube.com')) return null
  const url = new URL(baseUrl, 'https://www.youtube.com')
  if (url.protocol !== 'https:' || !/(?:^|\.)youtube\.com$/.test(url.hostname)) return null
  url.searchParams.set('fmt', format)
  return url.href
}
