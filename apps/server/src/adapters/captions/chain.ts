import type { Captions } from '../../ports/captions.ts'
import { type Chain, chained } from '../youtube/chain.ts'

export const chainedCaptions = (chain: Chain<Captions>): Captions => {
  const along = chained(chain)
  return {
    read: (videoId, { signal, ...options } = {}) =>
      along(videoId, (port, stop) => port.read(videoId, { ...options, signal: stop }), signal),
  }
}
