import type { Services } from './services.ts'

const pruneEveryMs = 3600 * 1000

/** Does what has to be done at its time, once, on whichever process holds this role. */
export async function startScheduler(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  const tick = () =>
    services.housekeeping().catch(error => services.logger.error({ err: error }, 'housekeeping failed'))
  const timer = setInterval(tick, pruneEveryMs)
  void tick()
  return {
    async stop() {
      clearInterval(timer)
    },
  }
}
