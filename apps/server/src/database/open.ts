import { mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { fromPglite, type PgBoss } from 'pg-boss'
import { CannotStart } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import { closeToOthers } from './data-folder.ts'
import { ImpatientClient } from './impatient-client.ts'
import { lettingOthersIn } from './letting-others-in.ts'
import { keepListening, type Listener, listenTo } from './listen.ts'
import { lockFolder } from './lock.ts'
import { RepeatingKysely } from './repeating.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

/** What pg-boss needs to run on the same database. */
export type QueueConnection = ConstructorParameters<typeof PgBoss>[0] & object

/** The pool is for what does not speak Kysely. */
export type OpenDatabase = Opened & ({ kind: 'embedded' } | { kind: 'postgresql'; pool: pg.Pool })

interface Opened {
  db: Db
  queueConnection: QueueConnection
  /** For migrations: statements may take as long as they need. */
  migrating<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** Rejects within a few seconds when the database does not answer. */
  ping(): Promise<void>
  /** Resolves as soon as a statement could be sent: all connections may be in use. */
  turn(): Promise<void>
  /** Hears every NOTIFY on these channels, from this and from other processes. */
  listen(listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Opens the embedded database in a folder of its own, or PostgreSQL; the rest of the server cannot tell them apart. */
export function openDatabase(
  where: { dataDir: string; databaseUrl: string | undefined },
  clock: Clock,
): Promise<OpenDatabase> {
  return where.databaseUrl
    ? openPostgresql(where.databaseUrl)
    : openEmbedded(path.join(where.dataDir, 'database'), clock)
}

/**
 * What the embedded database keeps in memory of its files, beside the system, which keeps them too. It clears all of that as it
 * opens: with the 128 MB that are usual, that is most of the time and of the memory of a start.
 */
const embeddedBuffers = '16MB'

async function openEmbedded(folder: string, clock: Clock): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = lockFolder(path.dirname(folder), clock)
  try {
    const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`]
    const pglite = lettingOthersIn(await PGlite.create({ dataDir: folder, relaxedDurability: false, startParams }))
    // It unpacks its first files, and writes two caches at each start, with modes of its own choice.
    closeToOthers(folder)
    const db = new RepeatingKysely<Database>({ dialect: new PGliteDialect({ pglite }) })
    return {
      kind: 'embedded',
      db,
      migrating: run => run(db),
      async ping() {
        await sql`select 1`.execute(db)
      },
      // It runs in this process: when it is busy, the event loop is late.
      async turn() {},
      queueConnection: { db: fromPglite(pglite), backend: 'pglite' },
      listen: listener => listenTo(pglite, listener),
      async close() {
        await pglite.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw cannotOpen(folder, error)
  }
}

/** So little is left when the embedded database finds no room: its log is written in pieces of 16 MiB. */
const hardlyRoomBytes = 32 * 2 ** 20

/** The embedded database says no more than that it failed; what the disk has left tells the commonest reason. */
function cannotOpen(folder: string, cause: unknown): CannotStart {
  const { bavail, bsize } = statfsSync(folder)
  const sentence =
    bavail * bsize < hardlyRoomBytes
      ? `The disk that holds ${folder} is full. Make room, or give DATA_DIR a folder on another disk.`
      : `The embedded database in ${folder} is damaged. Restore the data folder from a backup, or give DATA_DIR another folder.`
  return new CannotStart(sentence, cause)
}

// PostgreSQL sends bigint as text; ours stay below 2^53, and PGlite gives numbers already.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * How long a statement may take: PostgreSQL ends it then, and a little later the driver gives up and closes the connection,
 * which has died if no answer came. Migrations may take longer.
 */
const statementLimitMs = 18_000
const answerLimitMs = 20_000

/**
 * A process that stands still in the middle of a transaction, because its machine sleeps or it is stopped, holds what it has
 * locked for so long; its transaction is undone, and the others go on. Statements say it: poolers such as PgBouncer refuse
 * connections that say it as they open.
 */
const limits = `set idle_in_transaction_session_timeout = '20s'; set statement_timeout = ${statementLimitMs}`

const connecting = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

async function openPostgresql(connectionString: string): Promise<OpenDatabase> {
  const limited = {
    ...{ connectionString, ...connecting, query_timeout: answerLimitMs },
    onConnect: (client: pg.ClientBase) => client.query(limits),
  }
  const pool = quietPool({ ...limited, max: 12, Client: ImpatientClient })
  await refuseUnusable(pool)
  // Its own connection: health is asked for when all others are busy, or dead.
  const health = quietPool({ connectionString, max: 1, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  return {
    kind: 'postgresql',
    pool,
    db: new RepeatingKysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    queueConnection: { ...limited, max: 6 },
    async migrating(run) {
      const db = new Kysely<Database>({
        dialect: new PostgresDialect({ pool: quietPool({ connectionString, max: 2 }) }),
      })
      try {
        return await run(db)
      } finally {
        await db.destroy()
      }
    },
    async ping() {
      await health.query('select 1')
    },
    async turn() {
      const client = await pool.connect()
      client.release()
    },
    listen: listener => keepListening({ connectionString, ...connecting }, listener),
    async close() {
      await Promise.all([pool.end(), health.end()])
    },
  }
}

/**
 * A broken connection is replaced by the pool; without listeners, one that breaks while it is idle, or between two statements
 * of a transaction, would end the process. The next statement on it fails in any case.
 */
function quietPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

const oldestVersion = 15

async function refuseUnusable(pool: pg.Pool): Promise<void> {
  const refuse = async (reason: string, cause?: unknown): Promise<never> => {
    await pool.end()
    throw new CannotStart(reason, cause)
  }
  const version = await pool
    .query<{ number: number }>("select current_setting('server_version_num')::int as number")
    .then(
      ({ rows }) => rows[0]!.number,
      // Never with the address itself: it holds the password.
      error => refuse(`PostgreSQL cannot be reached by DATABASE_URL: ${reasonOf(error)}.`, error),
    )
  if (version < oldestVersion * 10_000)
    await refuse(
      `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}; ${oldestVersion} or newer is needed.`,
    )
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'no answer'
  return error.message.replace(/\.$/, '')
}
