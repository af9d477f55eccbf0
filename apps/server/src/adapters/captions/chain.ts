import type { Captions } from '../../ports/captions.ts'
import { createQueryChain, type ProviderChain } from '../youtube/provider-chain.ts'

export const chainedCaptions = (chain: ProviderChain<Captions>): Captions => {
  const along = createQueryChain(chain)
  return {
    read: (videoId, { signal, ...options } = {}) =>
      along(videoId, (port, stop) => port.read(videoId, { ...options, signal: stop }), signal),
  }
}
