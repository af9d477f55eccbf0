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

/** Other processes may be writing beside us, but nobody takes so long over one file. */
const draftsKeptForMs = 3600 * 1000
/** Mails that rest in their folder hold links and addresses: they are not kept for ever. */
const restingMailsKeptForMs = daysToMs(keptDays.restingMails)
const auditKeptForMs = daysToMs(keptDays.securityEvents)

type Task = () => Promise<unknown>

interface Rooms {
  db: Db
  clock: Clock
  storage: Storage
  spool: Spool
  folder: ReturnType<typeof openMail>['folder']
}

/** What is swept away of what is kept nowhere but in this house; `ofFeatures` sweep what is theirs. */
export function composeHousekeeping(
  config: Config,
  { db, clock, storage, spool, folder }: Rooms,
  ofFeatures: readonly Task[],
): () => Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  return inTurn([
    ...ofFeatures,
    () => sentenceStore(path.join(config.dataDir, 'cache', 'sentences'), clock).prune(),
    () => pruneHearing(hearingFolder(config), clock),
    () => spool.sweep(before(draftsKeptForMs)),
    () => storage.sweep(before(draftsKeptForMs)),
    async () => folder?.prune(before(restingMailsKeptForMs)),
    () => forgetEvents(db, before(auditKeptForMs)),
    () => db.deleteFrom('rate_limits').where('expire', '<', clock.now().getTime()).execute(),
  ])
}

/** One after the other; what fails keeps nothing behind it from being done. */
const inTurn = (tasks: readonly Task[]) => async () => {
  const failed: unknown[] = []
  for (const task of tasks) await task().catch(error => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'Some of the housekeeping failed')
}
