import type { Captions } from '../../ports/captions.ts'
import { alongChain, type Link } from '../youtube/chain.ts'
import type { HealthRegister } from '../youtube/health.ts'

export interface CaptionsChain {
  /** Keeps the health of its clients itself. */
  innertube: Captions
  /** Asked in this order when InnerTube could not be. */
  others: readonly Link<Captions>[]
  health: HealthRegister
  deadlineMs: number
}

/** InnerTube first, then the others, each unless it rests. */
export const chainedCaptions = ({ innertube, others, health, deadlineMs }: CaptionsChain): Captions => {
  const links = [{ name: 'innertube', port: innertube }, ...others.map(link => guarded(link, health))]
  return {
    read: (videoId, { signal } = {}) =>
      alongChain(links, { deadlineMs, signal }, ({ port }, stop) => port.read(videoId, { signal: stop })),
  }
}

const guarded = ({ name, port }: Link<Captions>, health: HealthRegister): Link<Captions> => ({
  name,
  port: { read: (videoId, options) => health.guard(name, videoId, () => port.read(videoId, options)) },
})
