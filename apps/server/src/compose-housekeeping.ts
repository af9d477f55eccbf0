import path from 'node:path'
import { daysToMs, keptDays } from '@recaps/domain/retention'
import { sentenceStore } from './adapters/speech/sentence-store.ts'
import { pruneHearing } from './adapters/transcriber/heard-store.ts'
import { hearingFolder, type openMail } from './compose-adapters.ts'
import type { Config } from './config.ts'
import type { Db } from './database/open.ts'
import { forgetEvents } from './features/users/audit.ts'
import type { Clock } from './ports/clock.ts'
import type { Spool } from './ports/spool.ts'
import type { Storage } from './ports/storage.ts'

/** Another process may still be writing a temporary file, but never for this long. */
const temporaryFilesKeptForMs = 3600 * 1000
/** Mails in the outbox folder contain links and addresses, so they are deleted after a while. */
const outboxMailsKeptForMs = daysToMs(keptDays.restingMails)
const auditKeptForMs = daysToMs(keptDays.securityEvents)

type Task = () => Promise<unknown>

interface HousekeepingDeps {
  db: Db
  clock: Clock
  storage: Storage
  spool: Spool
  folder: ReturnType<typeof openMail>['folder']
}

/** Deletes expired cache files, temporary files, mails, audit events and rate limits, after running each feature's own tasks. */
export function composeHousekeeping(
  config: Config,
  { db, clock, storage, spool, folder }: HousekeepingDeps,
  featureTasks: readonly Task[],
): () => Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  return inSequence([
    ...featureTasks,
    () => sentenceStore(path.join(config.dataDir, 'cache', 'sentences'), clock).prune(),
    () => pruneHearing(hearingFolder(config), clock),
    () => spool.sweep(before(temporaryFilesKeptForMs)),
    () => storage.sweep(before(temporaryFilesKeptForMs)),
    async () => folder?.prune(before(outboxMailsKeptForMs)),
    () => forgetEvents(db, before(auditKeptForMs)),
    () => db.deleteFrom('rate_limits').where('expire', '<', clock.now().getTime()).execute(),
  ])
}

/** Runs all tasks in order, even if some fail. Throws all failures at the end. */
const inSequence = (tasks: readonly Task[]) => async () => {
  const failed: unknown[] = []
  for (const task of tasks) await task().catch(error => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'Some housekeeping tasks failed')
}
