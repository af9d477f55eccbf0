import path from 'node:path'
import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import { sentenceStore } from './adapters/speech/sentence-store.ts'
import { pruneTranscriptions } from './adapters/transcriber/piece-transcript-store.ts'
import { type openMail, transcriptionFolder } from './compose-adapters.ts'
import type { Config } from './config.ts'
import type { Db } from './database/open.ts'
import { deleteOldEvents } from './features/users/audit.ts'
import type { Clock } from './ports/clock.ts'
import type { Storage } from './ports/storage.ts'
import type { UploadBuffer } from './ports/upload-buffer.ts'

/** Another process may still be writing a temporary file, but never for this long. */
const temporaryFilesKeptForMs = 3600 * 1000
/** Mails in the outbox folder contain links and addresses, so they are deleted after a while. */
const outboxMailsKeptForMs = daysToMs(retentionPeriods.folderMails)
const auditKeptForMs = daysToMs(retentionPeriods.securityEvents)

type Task = () => Promise<unknown>

interface HousekeepingDeps {
  db: Db
  clock: Clock
  storage: Storage
  uploadBuffer: UploadBuffer
  folder: ReturnType<typeof openMail>['folder']
}

/** Deletes expired cache files, temporary files, mails, audit events and rate limits, after running each feature's own tasks. */
export function composeHousekeeping(
  config: Config,
  { db, clock, storage, uploadBuffer, folder }: HousekeepingDeps,
  featureTasks: readonly Task[],
): () => Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms)
  return inSequence([
    ...featureTasks,
    () => sentenceStore(path.join(config.dataDir, 'cache', 'sentences'), clock).prune(),
    () => pruneTranscriptions(transcriptionFolder(config), clock),
    () => uploadBuffer.sweep(before(temporaryFilesKeptForMs)),
    () => storage.sweep(before(temporaryFilesKeptForMs)),
    async () => folder?.prune(before(outboxMailsKeptForMs)),
    () => deleteOldEvents(db, before(auditKeptForMs)),
    () => db.deleteFrom('rate_limits').where('expire', '<', clock.now().getTime()).execute(),
  ])
}

/** Runs all tasks in order, even if some fail. Throws all failures at the end. */
const inSequence = (tasks: readonly Task[]) => async () => {
  const failed: unknown[] = []
  for (const task of tasks) await task().catch(error => failed.push(error))
  if (failed.length > 0) throw new AggregateError(failed, 'Some housekeeping tasks failed')
}
