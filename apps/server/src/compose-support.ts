import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { notificationJobs } from './features/notifications/job-kinds.ts'
import { createNotifications } from './features/notifications/service.ts'
import { createSchedules } from './features/schedules/service.ts'
import { createSubscriptions } from './features/subscriptions/service.ts'
import { createSupport, type Support } from './features/support/service.ts'
import { createUsers } from './features/users/service.ts'
import { openQueue } from './jobs/queue.ts'
import type { Clock } from './ports/clock.ts'
import { createLogger } from './telemetry/logger.ts'
import { createMetrics } from './telemetry/metrics.ts'

/** Opens the server's database and queue for the support command, without starting any role. A worker sends the mails. */
export async function openSupport(config: Config, clock: Clock): Promise<{ support: Support; close(): Promise<void> }> {
  const logger = createLogger({ level: 'silent', format: 'json' })
  const database = await openDatabase(config, clock)
  await database.withoutTimeouts(migrate)
  const queue = await openQueue(database, notificationJobs, { logger, metrics: createMetrics() })
  const { db } = database
  const subscriptions = createSubscriptions({
    ...{ db, clock, defaultPlan: config.defaultPlan },
    prices: async () => ({}),
  })
  const schedules = createSchedules({
    db,
    queue,
    clock,
    subscriptions,
    polling: { follow: async () => {}, prefetchChannels: async () => [] },
  })
  const users = createUsers({
    ...{
      db,
      clock,
      plansOf: subscriptions.listActivePlans,
      zoneChanged: schedules.changeTimeZone,
      adminEmail: config.adminEmail,
    },
    // Support commands never change voices, so any stored voice is valid.
    isVoice: () => true,
  })
  const notifications = createNotifications({ db, queue, clock, users, publicUrl: config.publicUrl })
  return {
    support: createSupport({ db, clock, users, subscriptions, schedules, notifications }),
    async close() {
      await queue.stop({ graceMs: 1_000 })
      await database.close()
    },
  }
}
