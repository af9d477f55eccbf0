import type { Captions } from '../../ports/captions.ts'
import { alongChain, type Link } from '../youtube/chain.ts'
import type { HealthRegister } from '../youtube/health.ts'

/** InnerTube first (it keeps the health of its clients itself), then the others. */
export const chainedCaptions = (
  first: Captions,
  others: readonly Link<Captions>[],
  health: HealthRegister,
): Captions => {
  const links = [
    { name: 'innertube', port: first },
    ...others.map(({ name, port }) => ({ name, port: guarded(name, port, health) })),
  ]
  return { read: (videoId, options) => alongChain(links, port => port.read(videoId, options)) }
}

const guarded = (name: string, port: Captions, health: HealthRegister): Captions => ({
  read: (videoId, options) => health.guard(name, videoId, () => port.read(videoId, options)),
})
