import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

export const recapChangesChannel = 'recap_changes'

/** Notifies every process that a recap or its audio changed. Inside a transaction, the notification is sent on commit. */
export const publishRecapChange = (db: Db | Trx, recapId: number): Promise<unknown> =>
  sql`select pg_notify(${recapChangesChannel}, ${String(recapId)})`.execute(db)
