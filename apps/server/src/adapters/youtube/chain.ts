import type { FailureCode } from '@recaps/contract/failures'
import { ProviderError } from '../../errors.ts'
import { isTransient, together, videoFailure } from './failure.ts'
import type { HealthRegister } from './health.ts'

export interface Link<Port> {
  name: string
  port: Port
  /** What others are certain of and this one may know better, because it is logged in. */
  overrules?: ReadonlySet<FailureCode>
}

export interface Chain<Port> {
  /** Keeps the health of its clients itself. */
  innertube: Port
  /** Asked in this order when InnerTube could not be, each unless it rests. */
  others: readonly Link<Port>[]
  health: HealthRegister
  deadlineMs: number
}

/** Asks InnerTube about a subject (a video id) first, then the others. */
export type AskChain<Port> = <T>(
  subject: string,
  ask: (port: Port, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

export const chained = <Port>({ innertube, others, health, deadlineMs }: Chain<Port>): AskChain<Port> => {
  const links = [{ name: 'innertube', port: innertube }, ...others]
  return (subject, ask, signal) =>
    alongChain(links, { deadlineMs, signal }, ({ name, port }, stop) =>
      port === innertube ? ask(port, stop) : health.guard(name, subject, () => ask(port, stop)),
    )
}

export interface ChainOptions {
  /** Time for the whole chain. */
  deadlineMs: number
  signal?: AbortSignal
}

/**
 * Asks one provider after the other until one knows. A provider that is certain (the video is private, there are no
 * captions) ends the chain, but for those who overrule it; one that could not ask, or alone doubts, hands on. Throws what
 * the first of those suffered (the later ones know less), or the reason of the caller's signal.
 */
export const alongChain = async <Port, T>(
  links: readonly Link<Port>[],
  { deadlineMs, signal }: ChainOptions,
  ask: (link: Link<Port>, signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = AbortSignal.timeout(deadlineMs)
  const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const failures: ProviderError[] = []
  let certain: ProviderError | undefined
  for (const [at, link] of links.entries()) {
    if (certain && !link.overrules?.has(certain.code)) continue
    try {
      return await ask(link, stop)
    } catch (error) {
      signal?.throwIfAborted()
      if (deadline.aborted)
        throw (
          certain ?? together(failures) ?? videoFailure(link.name, 'network', { detail: `not within ${deadlineMs} ms` })
        )
      if (!(error instanceof ProviderError)) throw error
      const isOpen = isTransient(error) || (error.code === 'unplayable' && error.retryable)
      // Whoever stands in would ask the same YouTube.
      if (error.code === 'paced') throw error
      if (isOpen) failures.push(error)
      else {
        certain ??= error
        if (!links.slice(at + 1).some(({ overrules }) => overrules?.has(certain!.code))) throw certain
      }
    }
  }
  throw certain ?? together(failures) ?? new RangeError('a chain has at least one link')
}
