import type { Clock } from '../../ports/clock.ts'
import type { YoutubeRateLimiter } from '../../ports/youtube-rate-limiter.ts'
import { type PlayerClient, playerRequest } from './clients.ts'
import { detailsFrom } from './details.ts'
import { isTransient, videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { playabilityRefusal } from './playability.ts'
import { type PlayerBody, playerBody } from './player-body.ts'
import { type InnertubeSession, isVisitorDataRejected } from './session.ts'
import { unlessAborted } from './unless-aborted.ts'

export interface PlayerRequest {
  videoId: string
  client: PlayerClient
  route: Route
  provider: string
  signal?: AbortSignal
  requestMs?: number
  isBackground?: boolean | undefined
}

/** Fetches the player response of a playable video. Throws `ProviderError` if it is not playable, or the reason of the signal. */
export type FetchPlayer = (request: PlayerRequest) => Promise<PlayerBody>

const CACHED_MS = 60_000
const MAX_CACHED = 500

export interface PlayerFetcherDeps {
  session: InnertubeSession
  clock: Clock
  /** Absent if there is no rate limit for requests to YouTube. */
  pace?: YoutubeRateLimiter | undefined
}

/**
 * Fetches each player response once: requests for the same client and video within a minute, or while one is pending, share
 * its response. Aborting one caller does not affect the others.
 */
export const createPlayerFetcher = ({ session, clock, pace }: PlayerFetcherDeps): FetchPlayer => {
  const cache = new Map<string, { untilMs: number; answer: Promise<PlayerBody | null> }>()

  const keyOf = ({ videoId, client, route }: PlayerRequest) => `${videoId} ${client.name} ${route.name}`

  const fetchShared = (request: PlayerRequest): Promise<PlayerBody | null> => {
    const key = keyOf(request)
    const nowMs = clock.now().getTime()
    const cached = cache.get(key)
    if (cached !== undefined && cached.untilMs > nowMs) return cached.answer
    const answer = fetchPlayer({ session, clock, pace }, request)
    cache.delete(key)
    cache.set(key, { untilMs: nowMs + CACHED_MS, answer })
    answer.catch(() => cache.delete(key))
    for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest)
    return answer
  }

  return async request => {
    const { videoId, provider, signal } = request
    const body = await unlessAborted(fetchShared(request), signal)
    if (body === null) throw videoFailure(provider, 'not_found', { detail: 'empty answer' })
    const refusal = playabilityRefusal(body, videoId, clock.now())
    if (refusal === null) return body
    const { code, ...details } = refusal
    const video = body.videoDetails?.videoId === videoId ? (detailsFrom(body) ?? undefined) : undefined
    const failure = videoFailure(provider, code, { ...details, video })
    // It says nothing about the video, so the next try must send a new request.
    if (isTransient(failure)) cache.delete(keyOf(request))
    throw failure
  }
}

const fetchPlayer = async (
  { session, clock, pace }: PlayerFetcherDeps,
  request: PlayerRequest,
): Promise<PlayerBody | null> => {
  const { videoId, client, route, provider, requestMs, isBackground = false } = request
  const { endpoint, args } = playerRequest(client.name, videoId)
  const rejectsVisitorData = (answer: unknown) => {
    const { data: body } = playerBody.safeParse(playerPart(answer))
    return body !== undefined && isVisitorDataRejected(playabilityRefusal(body, videoId, clock.now())?.code)
  }
  const beforeRequest = async () => {
    const availableAt = await pace?.take(route.name, { isBackground })
    if (availableAt) throw videoFailure(provider, 'paced', { retryAt: availableAt })
  }
  const answer = await session.request({
    endpoint,
    args,
    client,
    route,
    provider,
    requestMs,
    rejectsVisitorData,
    beforeRequest,
  })
  const body = playerPart(answer)
  if (isEmpty(body)) return null
  const parsed = playerBody.safeParse(body)
  if (!parsed.success) throw videoFailure(provider, 'parse_changed', { detail: 'not a player response' })
  return parsed.data
}

const playerPart = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'playerResponse' in answer ? answer.playerResponse : answer

/** YouTube answers `{}` for an id that never existed. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
