import type { Sounds } from '../../ports/sounds.ts'
import { type Chain, chained } from '../youtube/chain.ts'

export const chainedSounds = (chain: Chain<Sounds>): Sounds => {
  const runChain = chained(chain)
  return {
    bring: (videoId, file, { signal }) =>
      runChain(videoId, (port, stop) => port.bring(videoId, file, { signal: stop }), signal),
  }
}
