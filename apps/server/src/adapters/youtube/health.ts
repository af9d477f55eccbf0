import type { FailureCode } from '@recaps/contract/failures'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { isTransient } from './failure.ts'

export interface ProviderHealth {
  provider: string
  /** `open`: it is not asked until `restsUntil`. `trying`: one question decides whether it is asked again. */
  state: 'closed' | 'open' | 'trying'
  /** How many different subjects it has failed on since it last answered. */
  failedInRow: number
  lastCode: string | null
  lastFailureAt: Date | null
  lastSuccessAt: Date | null
  restsUntil: Date | null
}

export interface HealthRegister {
  /**
   * Does `work` about `subject` (a video, a query) in the name of `provider`, unless that one rests after failing on too
   * many subjects in a row: then its last failure is thrown at once, with the instant at which it is tried again.
   */
  guard<T>(provider: string, subject: string, work: () => Promise<T>): Promise<T>
  /** Whether it rests, or is only just tried again: it fails whatever it is asked about. */
  isFailing(provider: string): boolean
  /** Everyone who was asked so far, for the operator. */
  snapshot(): ProviderHealth[]
}

export interface HealthConfig {
  clock: Clock
  /** Different subjects failed in a row after which a provider rests. */
  tolerance?: number
  /** First rest; each rest after a failed try is twice as long, up to `longestRestMs`. */
  restMs?: number
  longestRestMs?: number
  /** Hears how each question to a provider ended: `ok`, or the code of its failure. Stopped ones are not told. */
  onOutcome?: ((provider: string, outcome: 'ok' | FailureCode) => void) | undefined
}

type Entry = Omit<ProviderHealth, 'failedInRow'> & {
  failedOn: Set<string>
  rests: number
  lastError: ProviderError | null
}

/**
 * A circuit breaker for each provider and client. Only failures that say nothing about the video count, and each video
 * once: a private video is a healthy answer, and one video asked again and again says nothing about the others.
 */
export const healthRegister = ({
  clock,
  tolerance = 6,
  restMs = 15_000,
  longestRestMs = 600_000,
  onOutcome,
}: HealthConfig): HealthRegister => {
  const entries = new Map<string, Entry>()

  const entryOf = (provider: string): Entry => {
    const entry = entries.get(provider) ?? newEntry(provider)
    entries.set(provider, entry)
    return entry
  }

  const succeeded = (entry: Entry) => {
    entry.failedOn.clear()
    Object.assign(entry, { state: 'closed', rests: 0, restsUntil: null, lastSuccessAt: clock.now() })
  }

  const failed = (entry: Entry, subject: string, error: ProviderError, wasTrial: boolean) => {
    entry.failedOn.add(subject)
    entry.lastCode = error.code
    entry.lastError = error
    entry.lastFailureAt = clock.now()
    const isTooMany = entry.state === 'closed' && entry.failedOn.size >= tolerance
    // One that was asked before it began to rest says nothing new, however late it fails.
    if (!wasTrial && !isTooMany) return
    entry.state = 'open'
    entry.restsUntil = new Date(clock.now().getTime() + Math.min(restMs * 2 ** entry.rests, longestRestMs))
    entry.rests += 1
  }

  return {
    async guard(provider, subject, work) {
      const entry = entryOf(provider)
      const isTrial = entry.state !== 'closed'
      if (isTrial) {
        const mayTry = entry.state === 'open' && (entry.restsUntil?.getTime() ?? 0) <= clock.now().getTime()
        if (!mayTry)
          throw resting(entry, entry.state === 'trying' ? new Date(clock.now().getTime() + restMs) : entry.restsUntil)
        entry.state = 'trying'
      }
      try {
        const result = await work()
        succeeded(entry)
        onOutcome?.(provider, 'ok')
        return result
      } catch (error) {
        if (!(error instanceof ProviderError) || error.code === 'paced') {
          // Stopped by the caller, or not asked: nothing was learnt, the next one may try.
          if (isTrial && entry.state === 'trying') entry.state = 'open'
        } else {
          if (isTransient(error)) failed(entry, subject, error, isTrial)
          else succeeded(entry)
          onOutcome?.(provider, error.code)
        }
        throw error
      }
    },
    isFailing: provider => (entries.get(provider)?.state ?? 'closed') !== 'closed',
    snapshot: () =>
      [...entries.values()].map(({ rests: _rests, lastError: _lastError, failedOn, ...health }) => ({
        ...health,
        failedInRow: failedOn.size,
      })),
  }
}

const newEntry = (provider: string): Entry => ({
  provider,
  state: 'closed',
  failedOn: new Set(),
  lastCode: null,
  lastFailureAt: null,
  lastSuccessAt: null,
  restsUntil: null,
  rests: 0,
  lastError: null,
})

const resting = ({ provider, lastError }: Entry, until: Date | null): ProviderError =>
  new ProviderError({
    provider,
    code: lastError?.code ?? 'network',
    retryable: true,
    retryAt: until ?? undefined,
    detail: 'rests after failures in a row',
    cause: lastError,
  })
