import { Migrator } from 'kysely/migration'
import * as firstTables from '../../migrations/0001-first-tables.ts'
import type { Db } from './open.ts'

const migrations = { '0001-first-tables': firstTables }

/** Brings the database to the newest form, forward only. Throws with the name of the migration that failed. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find(result => result.status === 'Error')
  if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
}
