import { ProviderError } from '../../errors.ts'
import type { ClientName, PlayerClient } from './clients.ts'
import { isTransient, mergeFailures, videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import type { HealthRegister } from './health.ts'

export interface Attempt {
  client: PlayerClient
  route: Route
  provider: string
  signal: AbortSignal
  /** Time limit for a single request of this attempt. */
  requestMs: number
}

export interface AttemptsConfig {
  clients: readonly PlayerClient[]
  routes: readonly Route[]
  health: HealthRegister
  /** Time limit for all attempts of one call. A single request gets half of it, so that a second client gets a try. */
  deadlineMs?: number
}

/** Queries each client over each route in turn until one answers about the subject (a video id). */
export type Attempts = <T>(
  subject: string,
  query: (attempt: Attempt) => Promise<T>,
  options?: AttemptOptions,
) => Promise<T>

export interface AttemptOptions {
  signal?: AbortSignal | undefined
  excludedClient?: ClientName | undefined
}

/** Failures that another client may contradict: videos for children, for example, do not exist for some clients. */
const doubtful: ReadonlySet<string> = new Set(['unplayable', 'not_found', 'no_captions'])

/**
 * Throws the most informative failure: a definite one at once; a doubtful one when two clients agree on it; otherwise the
 * transient one, so that a block is never mistaken for a problem with the video.
 */
export const createAttempts = ({ clients, routes, health, deadlineMs = 16_000 }: AttemptsConfig): Attempts => {
  const all = routes.flatMap(route => clients.map(client => ({ client, route, provider: providerName(client, route) })))
  const recent = recentAnswers()

  return async (subject, query, { signal: callerSignal, excludedClient } = {}) => {
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = callerSignal === undefined ? deadline : AbortSignal.any([callerSignal, deadline])
    const failures: Failed[] = []
    // Routes on which no other client would succeed: wrong region, or rate limit reached.
    const closedRoutes = new Set<Route>()
    const last = recent.providerFor(subject)
    // Start with the provider that answered last: its player response is still cached.
    for (const attempt of all.toSorted(
      (one, other) => Number(other.provider === last) - Number(one.provider === last),
    )) {
      const { route, provider, client } = attempt
      if (closedRoutes.has(route) || client.name === excludedClient) continue
      try {
        const answer = await health.guard(provider, subject, () =>
          withFreshExits(route, () => query({ ...attempt, signal, requestMs: deadlineMs / 2 })),
        )
        recent.record(subject, provider)
        return answer
      } catch (error) {
        callerSignal?.throwIfAborted()
        if (deadline.aborted) {
          const late = timedOut(provider, deadlineMs, error)
          throw verdict([...failures, { client: client.name, error: late }])
        }
        if (!(error instanceof ProviderError)) throw error
        failures.push({ client: client.name, error })
        if (error.code === 'region_blocked' || error.code === 'paced') closedRoutes.add(route)
        else if (!isTransient(error) && !doubtful.has(error.code)) throw error
        if (agreed(failures)) throw verdict(failures)
      }
    }
    throw verdict(failures)
  }
}

const RECENT_MS = 60_000
const MAX_RECENT = 500

/** Remembers which provider answered last about each subject, for as long as player responses are cached. */
function recentAnswers() {
  const entries = new Map<string, { provider: string; untilMs: number }>()
  return {
    providerFor(subject: string): string | undefined {
      const entry = entries.get(subject)
      return entry && entry.untilMs > performance.now() ? entry.provider : undefined
    },
    record(subject: string, provider: string): void {
      entries.delete(subject)
      entries.set(subject, { provider, untilMs: performance.now() + RECENT_MS })
      for (const oldest of entries.keys()) if (entries.size > MAX_RECENT) entries.delete(oldest)
    },
  }
}

/** Name of a client over a route, as used in failures, logs and metrics. */
export const providerName = (client: PlayerClient, route: Pick<Route, 'name'>): string =>
  `innertube/${client.name}${route.name === 'direct' ? '' : `@${route.name}`}`

const maxExits = 5

/** Retries over another exit when the current one is blocked and the route has more of them. */
async function withFreshExits<T>(route: Route, query: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const exit = route.exit?.()
    try {
      return await query()
    } catch (error) {
      if (exit === undefined || !route.switchExit || !isBlock(error) || tried >= maxExits) throw error
      route.switchExit(exit)
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
  // A client that played the video and found no captions knows more than one that was blocked.
  const definite = find(({ code }) => code === 'region_blocked') ?? find(({ code }) => code === 'no_captions')
  const blocked = mergeFailures(failures.map(({ error }) => error).filter(isTransient))
  const informative = definite ?? blocked ?? find(({ code }) => code === 'not_found')
  if (informative !== undefined) return informative
  const [first] = failures
  if (first === undefined) throw new RangeError('Attempts need at least one client and one route')
  return agreed(failures) ? first.error : unconfirmed(first.error)
}

/** A single client is not enough to report a video as unplayable for good. */
const unconfirmed = ({ provider, code, detail, cause }: ProviderError): ProviderError =>
  new ProviderError({ provider, code, retryable: true, detail: `${detail ?? ''} (reported by one client only)`, cause })
