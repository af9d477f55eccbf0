import type { Services } from './services.ts'

const pruneEveryMs = 3600 * 1000
const wakeEveryMs = 5_000
const updatePopularEveryMs = 2_000
const dueEveryMs = 1_000
const lagEveryMs = 10_000
const pollEveryMs = 5_000
const renewHubEveryMs = 60_000
const endGracePeriodsEveryMs = 30_000
const countPurchasesEveryMs = 5 * 60_000
const reconcileEveryMs = 6 * 3600_000

/** Runs periodic tasks. Safe to run in several processes at once: every due item is claimed by one of them. */
export async function startScheduler(services: Services): Promise<{ stop(graceMs: number): Promise<void> }> {
  const stopping = new AbortController()
  const timers = [
    every(pruneEveryMs, 'housekeeping', services.housekeeping),
    every(pruneEveryMs, 'checking the storage', () => services.checkStorage(stopping.signal)),
    every(wakeEveryMs, 'resuming deferred summaries', services.summaries.wakeDeferred),
    every(dueEveryMs, 'claiming due schedules', services.following.claimDue),
    every(wakeEveryMs, 'ending overdue schedule runs', services.following.endOverdue),
    every(lagEveryMs, 'measuring the schedule lag', services.following.measureLag),
    every(updatePopularEveryMs, 'updating popular summaries', services.summaries.updatePopular),
    every(pruneEveryMs, 'updating the search index', () => services.summaries.indexForSearch(stopping.signal)),
    every(pollEveryMs, 'polling channels', () => services.polling.pollDue(stopping.signal)),
    every(endGracePeriodsEveryMs, 'ending grace periods', services.billing.expireGracePeriods),
    every(countPurchasesEveryMs, 'counting purchases', services.billing.countPurchases),
    every(reconcileEveryMs, 'reconciling purchases', () => services.billing.reconcile(stopping.signal)),
    every(renewHubEveryMs, 'renewing hub subscriptions', () => services.channelHub.renewDue(stopping.signal)),
  ]

  /** Runs the task now and then periodically. Skips a run while the previous one is still in progress. */
  function every(ms: number, name: string, task: () => Promise<unknown>) {
    let running: Promise<unknown> | undefined
    const tick = () => {
      running ??= task()
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
