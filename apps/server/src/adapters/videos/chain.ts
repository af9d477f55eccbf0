import type { Videos } from '../../ports/videos.ts'
import { alongChain, type Link } from '../youtube/chain.ts'
import type { HealthRegister } from '../youtube/health.ts'

/** InnerTube first (it keeps the health of its clients itself), then the ones that know less. */
export const chainedVideos = (first: Videos, others: readonly Link<Videos>[], health: HealthRegister): Videos => {
  const links = [
    { name: 'innertube', port: first },
    ...others.map(({ name, port }) => ({ name, port: guarded(name, port, health) })),
  ]
  return { find: (videoId, options) => alongChain(links, port => port.find(videoId, options)) }
}

const guarded = (name: string, port: Videos, health: HealthRegister): Videos => ({
  find: (videoId, options) => health.guard(name, videoId, () => port.find(videoId, options)),
})
