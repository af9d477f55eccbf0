import type { Clock } from '../../ports/clock.ts'
import type { Pace } from '../../ports/pace.ts'
import { type PlayerClient, playerRequest } from './clients.ts'
import { detailsFrom } from './details.ts'
import { isTransient, videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { refusalIn } from './playability.ts'
import { type PlayerBody, playerBody } from './player-body.ts'
import { type InnertubeSession, isVisitorRefused } from './session.ts'
import { unlessAborted } from './unless-aborted.ts'

export interface PlayerQuestion {
  videoId: string
  client: PlayerClient
  route: Route
  provider: string
  signal?: AbortSignal
  requestMs?: number
  isBackground?: boolean | undefined
}

/** The player answer of a playable video. Throws `ProviderError` where there is none, or the reason of the signal. */
export type AskPlayer = (question: PlayerQuestion) => Promise<PlayerBody>

const KEPT_MS = 60_000
const KEPT_AT_MOST = 500

export interface PlayerAnswersDeps {
  session: InnertubeSession
  clock: Clock
  /** Absent where nothing limits how often YouTube is asked. */
  pace?: Pace | undefined
}

/**
 * Asks for player answers, each once: whoever asks the same client about the same video within a minute, or while the
 * question is open, shares the answer. One caller's wish to stop does not stop the others.
 */
export const playerAnswers = ({ session, clock, pace }: PlayerAnswersDeps): AskPlayer => {
  const kept = new Map<string, { untilMs: number; answer: Promise<PlayerBody | null> }>()

  const keyOf = ({ videoId, client, route }: PlayerQuestion) => `${videoId} ${client.name} ${route.name}`

  const shared = (question: PlayerQuestion): Promise<PlayerBody | null> => {
    const key = keyOf(question)
    const nowMs = clock.now().getTime()
    const known = kept.get(key)
    if (known !== undefined && known.untilMs > nowMs) return known.answer
    const answer = ask({ session, clock, pace }, question)
    kept.delete(key)
    kept.set(key, { untilMs: nowMs + KEPT_MS, answer })
    answer.catch(() => kept.delete(key))
    for (const oldest of kept.keys()) if (kept.size > KEPT_AT_MOST) kept.delete(oldest)
    return answer
  }

  return async question => {
    const { videoId, provider, signal } = question
    const body = await unlessAborted(shared(question), signal)
    if (body === null) throw videoFailure(provider, 'not_found', { detail: 'empty answer' })
    const refusal = refusalIn(body, videoId, clock.now())
    if (refusal === null) return body
    const { code, ...details } = refusal
    const video = body.videoDetails?.videoId === videoId ? (detailsFrom(body) ?? undefined) : undefined
    const failure = videoFailure(provider, code, { ...details, video })
    // It says nothing about the video, so the next try must ask anew.
    if (isTransient(failure)) kept.delete(keyOf(question))
    throw failure
  }
}

const ask = async (
  { session, clock, pace }: PlayerAnswersDeps,
  question: PlayerQuestion,
): Promise<PlayerBody | null> => {
  const { videoId, client, route, provider, requestMs, isBackground = false } = question
  const { endpoint, args } = playerRequest(client.name, videoId)
  const refusesVisitor = (answer: unknown) => {
    const { data: body } = playerBody.safeParse(playerPart(answer))
    return body !== undefined && isVisitorRefused(refusalIn(body, videoId, clock.now())?.code)
  }
  const beforeRequest = async () => {
    const freeAt = await pace?.take(route.name, { isBackground })
    if (freeAt) throw videoFailure(provider, 'paced', { retryAt: freeAt })
  }
  const answer = await session.ask({
    endpoint,
    args,
    client,
    route,
    provider,
    requestMs,
    refusesVisitor,
    beforeRequest,
  })
  const body = playerPart(answer)
  if (isEmpty(body)) return null
  const parsed = playerBody.safeParse(body)
  if (!parsed.success) throw videoFailure(provider, 'parse_changed', { detail: 'not a player answer' })
  return parsed.data
}

const playerPart = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'playerResponse' in answer ? answer.playerResponse : answer

/** What YouTube answers about an id that never existed: `{}`. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
