import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { jobKinds } from '../src/compose.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { systemClock } from '../src/ports/clock.ts'
import { silentLogger } from '../src/telemetry/logger.ts'
import { createMetrics } from '../src/telemetry/metrics.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a migrated embedded database. Copying it takes a tenth of the time of creating one. */
    template: string
    /** URL of a PostgreSQL server on which tests create databases; null if PostgreSQL is not installed. */
    postgres: string | null
    /** URL of a migrated database on that server, for copying. */
    postgresTemplate: string | null
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = mkdtempSync(path.join(tmpdir(), 'recaps-template-'))
  const [postgres] = await Promise.all([
    startPostgres(),
    migrateDatabase({ dataDir: template, databaseUrl: undefined }),
  ])
  const postgresTemplate = postgres ? await postgres.createDatabase() : null
  if (postgresTemplate) await migrateDatabase({ dataDir: template, databaseUrl: postgresTemplate })
  project.provide('template', template)
  project.provide('postgres', postgres ? await postgres.createDatabase() : null)
  project.provide('postgresTemplate', postgresTemplate)
  return async () => {
    await postgres?.stop()
    rmSync(template, { recursive: true, force: true })
  }
}

async function migrateDatabase(location: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const database = await openDatabase(location, systemClock)
  await migrate(database.db)
  const queue = await openQueue(database, jobKinds, { logger: silentLogger, metrics: createMetrics() })
  await queue.stop({ graceMs: 1000 })
  await database.close()
}
