import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

export const changesChannel = 'recap_changes'

/** Tells every process that a recap, or its audio, changed; inside a transaction it is told when that commits. */
export const tellChange = (db: Db | Trx, recapId: number): Promise<unknown> =>
  sql`select pg_notify(${changesChannel}, ${String(recapId)})`.execute(db)
