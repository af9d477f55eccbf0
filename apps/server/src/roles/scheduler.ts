import type { Services } from './services.ts'

const pruneEveryMs = 3600 * 1000
const wakeEveryMs = 5_000
const restateEveryMs = 2_000
const dueEveryMs = 1_000
const lagEveryMs = 10_000
const pollEveryMs = 5_000
const askHubEveryMs = 60_000
const endGracesEveryMs = 30_000
const countPurchasesEveryMs = 5 * 60_000
const reconcileEveryMs = 6 * 3600_000

/** Does what has to be done at its time. Any number of processes may hold this role: each due thing is claimed by one. */
export async function startScheduler(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  const stopping = new AbortController()
  const timers = [
    every(pruneEveryMs, 'housekeeping', services.housekeeping),
    every(pruneEveryMs, 'checking the storage', () => services.checkStorage(stopping.signal)),
    every(wakeEveryMs, 'waking', services.summaries.wakeDeferred),
    every(dueEveryMs, 'claiming due schedules', services.following.claimDue),
    every(wakeEveryMs, 'ending runs that waited long enough', services.following.endOverdue),
    every(lagEveryMs, 'measuring the lag of schedules', services.following.measureLag),
    every(restateEveryMs, 'counting what is popular', services.summaries.restatePopular),
    every(pruneEveryMs, 'indexing for search', () => services.summaries.indexForSearch(stopping.signal)),
    every(pollEveryMs, 'polling channels', () => services.polling.pollDue(stopping.signal)),
    every(endGracesEveryMs, 'ending graces', services.billing.endGraces),
    every(countPurchasesEveryMs, 'counting purchases', services.billing.countPurchases),
    every(reconcileEveryMs, 'reconciling purchases', () => services.billing.reconcile(stopping.signal)),
    every(askHubEveryMs, 'asking the hub', () => services.channelHub.renewDue(stopping.signal)),
  ]

  /** Once now and then again and again; a round that is still running is not overtaken. */
  function every(ms: number, name: string, round: () => Promise<unknown>) {
    let running: Promise<unknown> | undefined
    const tick = () => {
      running ??= round()
        .catch(error => services.logger.error({ err: error }, `${name} failed`))
        .finally(() => {
          running = undefined
        })
    }
    const timer = setInterval(tick, ms)
    tick()
    return { clear: () => clearInterval(timer), ended: () => running }
  }

  return {
    async stop() {
      stopping.abort()
      for (const timer of timers) timer.clear()
      await Promise.all(timers.map(timer => timer.ended()))
    },
  }
}
