import { ProviderError } from '../../errors.ts'
import { isTransient } from './failure.ts'

export interface Link<Port> {
  name: string
  port: Port
}

/**
 * Asks one provider after the other until one knows. A provider that is certain (the video is private, there are no
 * captions) ends the chain; one that could not ask, or alone doubts, hands on. Throws the first failure of those that
 * could not: the later ones know less.
 */
export const alongChain = async <Port, T>(
  links: readonly Link<Port>[],
  ask: (port: Port, link: Link<Port>) => Promise<T>,
): Promise<T> => {
  let first: ProviderError | undefined
  for (const link of links) {
    try {
      return await ask(link.port, link)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const isOpen = isTransient(error) || (error.code === 'unplayable' && error.retryable)
      if (!isOpen) throw error
      first ??= error
    }
  }
  throw first ?? new RangeError('a chain has at least one link')
}
