import type { Videos } from '../../ports/videos.ts'
import { createQueryChain, type ProviderChain } from '../youtube/provider-chain.ts'

export const chainedVideos = (chain: ProviderChain<Videos>): Videos => {
  const along = createQueryChain(chain)
  return {
    find: (videoId, { signal, ...options } = {}) =>
      along(videoId, (port, stop) => port.find(videoId, { ...options, signal: stop }), signal),
  }
}
