import { ProviderError } from '../../errors.ts'
import type { Captions, CaptionTrack } from '../../ports/captions.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Attempt, Attempts } from '../youtube/attempts.ts'
import { videoFailure } from '../youtube/failure.ts'
import type { AskPlayer } from '../youtube/player.ts'
import type { PlayerBody, TrackOffer } from '../youtube/player-body.ts'
import { networkFailure, refusalOf } from '../youtube/refusals.ts'
import { chooseTrack, kindOf } from '../youtube/tracks.ts'
import { looksLikeCaptions } from './sniff.ts'

const REQUEST_DEADLINE_MS = 8_000
/** Most bytes of one caption file. */
export const MAX_CAPTION_BYTES = 5 * 1024 * 1024
const HOUR_MS = 3_600_000
/** Above this the word times of json3 would not fit into the bytes allowed (about 250 bytes for each second of speech). */
const LONG_VIDEO_SECONDS = 5 * 3_600

/** Captions from the tracks that InnerTube's player answers offer. */
export const innertubeCaptions = (deps: { attempts: Attempts; player: AskPlayer; clock: Clock }): Captions => ({
  read: (videoId, { signal } = {}) =>
    deps.attempts(
      videoId,
      async attempt => {
        const body = await deps.player({ videoId, ...attempt })
        const track = chooseTrack(body.captions?.playerCaptionsTracklistRenderer ?? {})
        if (track === null) throw withoutCaptions(body, attempt, deps.clock.now())
        const formats = (body.videoDetails?.lengthSeconds ?? 0) > LONG_VIDEO_SECONDS ? longFormats : allFormats
        return {
          kind: kindOf(track),
          language: track.languageCode,
          body: await readTrack(track, formats, attempt, deps.clock),
          provider: attempt.provider,
        } satisfies CaptionTrack
      },
      signal,
    ),
})

const allFormats = ['json3', 'srv1', 'vtt'] as const
const longFormats = ['srv1', 'vtt'] as const

const withoutCaptions = ({ videoDetails: video }: PlayerBody, { provider }: Attempt, now: Date): ProviderError =>
  video?.isPostLiveDvr
    ? videoFailure(provider, 'captions_pending', { retryAt: new Date(now.getTime() + HOUR_MS) })
    : videoFailure(provider, 'no_captions')

/** The first format that holds captions. A refusal ends it: the other formats of this client would be refused as well. */
const readTrack = async (
  track: TrackOffer,
  formats: readonly string[],
  attempt: Attempt,
  clock: Clock,
): Promise<Uint8Array> => {
  let failure: ProviderError | undefined
  for (const format of formats) {
    try {
      const body = await fetchTrack(track, format, attempt, clock)
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
  { route, provider, signal }: Attempt,
  clock: Clock,
): Promise<Uint8Array> => {
  const url = timedtextUrl(track.baseUrl, format)
  if (url === null) throw videoFailure(provider, 'parse_changed', { detail: 'track without an address' })
  const answer = await route
    .fetch({ url, signal, deadlineMs: REQUEST_DEADLINE_MS, maxBytes: MAX_CAPTION_BYTES })
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
