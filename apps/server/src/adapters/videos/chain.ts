import type { Videos } from '../../ports/videos.ts'
import { alongChain, type Link } from '../youtube/chain.ts'
import type { HealthRegister } from '../youtube/health.ts'

export interface VideosChain {
  /** Keeps the health of its clients itself. */
  innertube: Videos
  /** Asked in this order when InnerTube could not be. */
  others: readonly Link<Videos>[]
  health: HealthRegister
  deadlineMs: number
}

/** InnerTube first, then the others, each unless it rests. */
export const chainedVideos = ({ innertube, others, health, deadlineMs }: VideosChain): Videos => {
  const links = [{ name: 'innertube', port: innertube }, ...others.map(link => guarded(link, health))]
  return {
    find: (videoId, { signal } = {}) =>
      alongChain(links, { deadlineMs, signal }, ({ port }, stop) => port.find(videoId, { signal: stop })),
  }
}

const guarded = ({ name, port }: Link<Videos>, health: HealthRegister): Link<Videos> => ({
  name,
  port: { find: (videoId, options) => health.guard(name, videoId, () => port.find(videoId, options)) },
})
