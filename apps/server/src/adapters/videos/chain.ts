import type { Videos } from '../../ports/videos.ts'
import { type Chain, chained } from '../youtube/chain.ts'

export const chainedVideos = (chain: Chain<Videos>): Videos => {
  const along = chained(chain)
  return {
    find: (videoId, { signal, ...options } = {}) =>
      along(videoId, (port, stop) => port.find(videoId, { ...options, signal: stop }), signal),
  }
}
