import { ProviderError } from '../../errors.ts'
import type { ClientName, PlayerClient } from './clients.ts'
import { isTransient, together, videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import type { HealthRegister } from './health.ts'

export interface Attempt {
  client: PlayerClient
  route: Route
  provider: string
  signal: AbortSignal
  /** Time for one request of it. */
  requestMs: number
}

export interface AttemptsConfig {
  clients: readonly PlayerClient[]
  routes: readonly Route[]
  health: HealthRegister
  /** Time for all attempts of one call together; one request has half of it, so that a second client is asked. */
  deadlineMs?: number
}

/** Asks one client after the other, over one route after the other, until one knows about the subject (a video id). */
export type Attempts = <T>(
  subject: string,
  ask: (attempt: Attempt) => Promise<T>,
  options?: AttemptOptions,
) => Promise<T>

export interface AttemptOptions {
  signal?: AbortSignal | undefined
  /** A client that is not asked. */
  without?: ClientName | undefined
}

/** What one client says and another may deny: videos for children, for example, do not exist to some clients. */
const doubtful: ReadonlySet<string> = new Set(['unplayable', 'not_found', 'no_captions'])

/**
 * Throws the failure that says most: a certain one at once; a doubtful one when two clients agree on it; otherwise the
 * transient one, so that a block is never taken for a fault of the video.
 */
export const attemptsOver = ({ clients, routes, health, deadlineMs = 16_000 }: AttemptsConfig): Attempts => {
  const all = routes.flatMap(route => clients.map(client => ({ client, route, provider: providerOf(client, route) })))
  const answered = recentAnswers()

  return async (subject, ask, { signal: callerSignal, without } = {}) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = callerSignal === undefined ? deadline : AbortSignal.any([callerSignal, deadline])
    const failures: Failed[] = []
    // Of the routes that it cannot be had over, whoever asks.
    const closed = new Set<Route>()
    const last = answered.by(subject)
    // Whoever has just told something of it has a player answer that need not be asked for again.
    for (const attempt of all.toSorted(
      (one, other) => Number(other.provider === last) - Number(one.provider === last),
    )) {
      const { route, provider, client } = attempt
      if (closed.has(route) || client.name === without) continue
      try {
        const answer = await health.guard(provider, subject, () =>
          overFreshExits(route, () => ask({ ...attempt, signal, requestMs: deadlineMs / 2 })),
        )
        answered.note(subject, provider)
        return answer
      } catch (error) {
        callerSignal?.throwIfAborted()
        if (deadline.aborted) {
          const late = timedOut(provider, deadlineMs, error)
          throw verdict([...failures, { client: client.name, error: late }])
        }
        if (!(error instanceof ProviderError)) throw error
        failures.push({ client: client.name, error })
        if (error.code === 'region_blocked' || error.code === 'paced') closed.add(route)
        else if (!isTransient(error) && !doubtful.has(error.code)) throw error
        if (agreed(failures)) throw verdict(failures)
      }
    }
    throw verdict(failures)
  }
}

const KEPT_MS = 60_000
const KEPT_AT_MOST = 500

/** By whom each subject was answered last, for as long as player answers are kept. */
function recentAnswers() {
  const kept = new Map<string, { provider: string; untilMs: number }>()
  return {
    by(subject: string): string | undefined {
      const known = kept.get(subject)
      return known && known.untilMs > performance.now() ? known.provider : undefined
    },
    note(subject: string, provider: string): void {
      kept.delete(subject)
      kept.set(subject, { provider, untilMs: performance.now() + KEPT_MS })
      for (const oldest of kept.keys()) if (kept.size > KEPT_AT_MOST) kept.delete(oldest)
    },
  }
}

/** How a client on a way out is called in failures, logs and figures. */
export const providerOf = (client: PlayerClient, route: Pick<Route, 'name'>): string =>
  `innertube/${client.name}${route.name === 'direct' ? '' : `@${route.name}`}`

const exitsAtMost = 5

/** A blocked exit is left for another, where the way out has more of them. */
async function overFreshExits<T>(route: Route, ask: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const exit = route.exit?.()
    try {
      return await ask()
    } catch (error) {
      if (exit === undefined || !route.leave || !isBlock(error) || tried >= exitsAtMost) throw error
      route.leave(exit)
    }
  }
}

const isBlock = (error: unknown): boolean =>
  error instanceof ProviderError && ['bot_check', 'ip_blocked', 'rate_limited'].includes(error.code)

const timedOut = (provider: string, deadlineMs: number, cause: unknown) =>
  videoFailure(provider, 'network', { detail: `no answer within ${deadlineMs} ms`, cause })

interface Failed {
  client: string
  error: ProviderError
}

const agreed = (failures: Failed[]): boolean =>
  new Set(failures.filter(({ error }) => doubtful.has(error.code)).map(({ client }) => client)).size >= 2

const verdict = (failures: Failed[]): ProviderError => {
  const find = (is: (error: ProviderError) => boolean) => failures.find(({ error }) => is(error))?.error
  // A client that played the video and found no captions has seen more than one that was blocked.
  const seen = find(({ code }) => code === 'region_blocked') ?? find(({ code }) => code === 'no_captions')
  const blocked = together(failures.map(({ error }) => error).filter(isTransient))
  const told = seen ?? blocked ?? find(({ code }) => code === 'not_found')
  if (told !== undefined) return told
  const [first] = failures
  if (first === undefined) throw new RangeError('at least one client and one route')
  return agreed(failures) ? first.error : unconfirmed(first.error)
}

/** One client alone cannot say for good that a video does not play. */
const unconfirmed = ({ provider, code, detail, cause }: ProviderError): ProviderError =>
  new ProviderError({ provider, code, retryable: true, detail: `${detail ?? ''} (one client only)`, cause })
