import { type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Compares a column of file names by bytes, the order in which storages list them. Migration 0029 has the indexes. */
export const inByteOrder = (column: `${keyof Database}.${string}`): RawBuilder<string> =>
  sql<string>`${sql.ref(column)} collate "C"`
