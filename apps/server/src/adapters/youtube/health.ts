import type { FailureCode } from '@recaps/contract/failures'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { isTransient } from './failure.ts'

export interface ProviderHealth {
  provider: string
  /** `open`: paused until a given time. `trying`: the result of one query decides whether it is used again. */
  state: 'closed' | 'open' | 'trying'
  /** Number of different subjects it has failed on since its last success. */
  failedInRow: number
  lastCode: string | null
  lastFailureAt: Date | null
  lastSuccessAt: Date | null
  pausedUntil: Date | null
}

export interface HealthRegister {
  /**
   * Runs `work` about `subject` (a video, a search query) on behalf of `provider`. While the provider is paused because it
   * failed on too many subjects in a row, throws its last failure at once, with the time of the next try.
   */
  guard<T>(provider: string, subject: string, work: () => Promise<T>): Promise<T>
  /** Whether the provider is paused, or being tried again after a pause. */
  isFailing(provider: string): boolean
  /** All providers queried so far, for the operator. */
  snapshot(): ProviderHealth[]
}

export interface HealthConfig {
  clock: Clock
  /** Number of different subjects that must fail in a row before a provider is paused. */
  tolerance?: number
  /** Duration of the first pause. It doubles after each failed try, up to the maximum below. */
  pauseMs?: number
  maxPauseMs?: number
  /** Called with the outcome of each query: `ok` or its failure code. Not called for aborted or rate-limited queries. */
  onOutcome?: ((provider: string, outcome: 'ok' | FailureCode) => void) | undefined
}

type Breaker = Omit<ProviderHealth, 'failedInRow'> & {
  failedOn: Set<string>
  pauses: number
  lastError: ProviderError | null
}

/**
 * A circuit breaker for each provider and client. Only failures that say nothing about the video count, and each video counts
 * once: a private video is a healthy answer, and repeated failures of one video say nothing about the others.
 */
export const healthRegister = ({
  clock,
  tolerance = 6,
  pauseMs = 15_000,
  maxPauseMs = 600_000,
  onOutcome,
}: HealthConfig): HealthRegister => {
  const breakers = new Map<string, Breaker>()

  const breakerOf = (provider: string): Breaker => {
    const breaker = breakers.get(provider) ?? newBreaker(provider)
    breakers.set(provider, breaker)
    return breaker
  }

  const succeeded = (breaker: Breaker) => {
    breaker.failedOn.clear()
    Object.assign(breaker, {
      state: 'closed',
      pauses: 0,
      pausedUntil: null,
      lastSuccessAt: clock.now(),
    } satisfies Partial<Breaker>)
  }

  const failed = (breaker: Breaker, subject: string, error: ProviderError, wasTrial: boolean) => {
    breaker.failedOn.add(subject)
    breaker.lastCode = error.code
    breaker.lastError = error
    breaker.lastFailureAt = clock.now()
    const isTooMany = breaker.state === 'closed' && breaker.failedOn.size >= tolerance
    // A query that was sent before the pause began must not prolong it.
    if (!wasTrial && !isTooMany) return
    breaker.state = 'open'
    breaker.pausedUntil = new Date(clock.now().getTime() + Math.min(pauseMs * 2 ** breaker.pauses, maxPauseMs))
    breaker.pauses += 1
  }

  return {
    async guard(provider, subject, work) {
      const breaker = breakerOf(provider)
      const isTrial = breaker.state !== 'closed'
      if (isTrial) {
        const mayTry = breaker.state === 'open' && (breaker.pausedUntil?.getTime() ?? 0) <= clock.now().getTime()
        if (!mayTry)
          throw pausedFailure(
            breaker,
            breaker.state === 'trying' ? new Date(clock.now().getTime() + pauseMs) : breaker.pausedUntil,
          )
        breaker.state = 'trying'
      }
      try {
        const result = await work()
        succeeded(breaker)
        onOutcome?.(provider, 'ok')
        return result
      } catch (error) {
        if (!(error instanceof ProviderError) || error.code === 'paced') {
          // Aborted by the caller, or not sent because of our rate limit: inconclusive, so the next query may try.
          if (isTrial && breaker.state === 'trying') breaker.state = 'open'
        } else {
          if (isTransient(error)) failed(breaker, subject, error, isTrial)
          else succeeded(breaker)
          onOutcome?.(provider, error.code)
        }
        throw error
      }
    },
    isFailing: provider => (breakers.get(provider)?.state ?? 'closed') !== 'closed',
    snapshot: () =>
      [...breakers.values()].map(({ pauses: _pauses, lastError: _lastError, failedOn, ...health }) => ({
        ...health,
        failedInRow: failedOn.size,
      })),
  }
}

const newBreaker = (provider: string): Breaker => ({
  provider,
  state: 'closed',
  failedOn: new Set(),
  lastCode: null,
  lastFailureAt: null,
  lastSuccessAt: null,
  pausedUntil: null,
  pauses: 0,
  lastError: null,
})

const pausedFailure = ({ provider, lastError }: Breaker, until: Date | null): ProviderError =>
  new ProviderError({
    provider,
    code: lastError?.code ?? 'network',
    retryable: true,
    retryAt: until ?? undefined,
    detail: 'paused after repeated failures',
    cause: lastError,
  })
