import { type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** A column of names compared by their bytes, as storages list them; migration 0029 has the indexes for it. */
export const byBytes = (column: `${keyof Database}.${string}`): RawBuilder<string> =>
  sql<string>`${sql.ref(column)} collate "C"`
