import type { FailureCode } from '@recaps/contract/failures'
import { ProviderError } from '../../errors.ts'
import { isTransient, mergeFailures, videoFailure } from './failure.ts'
import type { HealthRegister } from './health.ts'

export interface ProviderLink<Port> {
  name: string
  port: Port
  /** Definite failures of other providers after which this one is still queried, because it is logged in. */
  overrules?: ReadonlySet<FailureCode>
}

export interface ProviderChain<Port> {
  /** Tracks the health of its clients itself. */
  innertube: Port
  /** Fallbacks, queried in this order when InnerTube fails. Providers that are paused are skipped. */
  fallbacks: readonly ProviderLink<Port>[]
  health: HealthRegister
  deadlineMs: number
}

/** Queries InnerTube about a subject (a video id) first, then the fallbacks. */
export type QueryChain<Port> = <T>(
  subject: string,
  query: (port: Port, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

export const createQueryChain = <Port>({
  innertube,
  fallbacks,
  health,
  deadlineMs,
}: ProviderChain<Port>): QueryChain<Port> => {
  const links = [{ name: 'innertube', port: innertube }, ...fallbacks]
  return (subject, query, signal) =>
    queryInOrder(links, { deadlineMs, signal }, ({ name, port }, stop) =>
      port === innertube ? query(port, stop) : health.guard(name, subject, () => query(port, stop)),
    )
}

export interface ChainOptions {
  /** Time limit for the whole chain. */
  deadlineMs: number
  signal?: AbortSignal
}

/**
 * Queries one provider after the other until one answers. A definite failure (the video is private, it has no captions) ends
 * the chain, except for providers that overrule it; after a transient or unconfirmed failure the next provider is queried.
 * Throws the first of those failures (later providers know less), or the reason of the caller's signal.
 */
export const queryInOrder = async <Port, T>(
  links: readonly ProviderLink<Port>[],
  { deadlineMs, signal }: ChainOptions,
  query: (link: ProviderLink<Port>, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = AbortSignal.timeout(deadlineMs)
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const failures: ProviderError[] = []
  let definite: ProviderError | undefined
  for (const [at, link] of links.entries()) {
    if (definite && !link.overrules?.has(definite.code)) continue
    try {
      return await query(link, stop)
    } catch (error) {
      signal?.throwIfAborted()
      if (deadline.aborted)
        throw (
          definite ??
          mergeFailures(failures) ??
          videoFailure(link.name, 'network', { detail: `no answer within ${deadlineMs} ms` })
        )
      if (!(error instanceof ProviderError)) throw error
      const isInconclusive = isTransient(error) || (error.code === 'unplayable' && error.retryable)
      // The fallbacks would also send requests to YouTube.
      if (error.code === 'paced') throw error
      if (isInconclusive) failures.push(error)
      else {
        definite ??= error
        if (!links.slice(at + 1).some(({ overrules }) => overrules?.has(definite!.code))) throw definite
      }
    }
  }
  throw definite ?? mergeFailures(failures) ?? new RangeError('A chain needs at least one link')
}
