import { mkdirSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { fromPglite, type PgBoss } from 'pg-boss'
import { StartupError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import { restrictToOwner } from './data-folder.ts'
import { type Listener, listenEmbedded, listenPostgresql } from './listen.ts'
import { lockFolder } from './lock.ts'
import { RetryingKysely } from './retrying-kysely.ts'
import type { Database } from './schema.ts'
import { TimeoutClient } from './timeout-client.ts'
import { yieldBetweenMessages } from './yield-between-messages.ts'

export type Db = Kysely<Database>

/** Connection options for pg-boss. */
export type QueueConnection = ConstructorParameters<typeof PgBoss>[0] & object

/** The pool is for code that does not use Kysely. */
export type OpenDatabase = Opened & ({ kind: 'embedded' } | { kind: 'postgresql'; pool: pg.Pool })

interface Opened {
  db: Db
  queueConnection: QueueConnection
  /** Runs migrations, without statement timeouts. */
  withoutTimeouts<T>(run: (db: Db) => Promise<T>): Promise<T>
  /** Rejects within a few seconds if the database does not respond. */
  ping(): Promise<void>
  /** Resolves when a connection is free. */
  waitForConnection(): Promise<void>
  /** Receives every NOTIFY on these channels, from this and from other processes. */
  listen(listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Opens PostgreSQL, or the embedded database in a subfolder of `dataDir`. Both have the same interface. */
export function openDatabase(
  config: { dataDir: string; databaseUrl: string | undefined },
  clock: Clock,
): Promise<OpenDatabase> {
  return config.databaseUrl
    ? openPostgresql(config.databaseUrl)
    : openEmbedded(path.join(config.dataDir, 'database'), clock)
}

/**
 * Size of the embedded database's own file cache, in addition to the operating system's. It is cleared on opening: the usual
 * 128 MB would cost most of the time and memory of a start.
 */
const embeddedBuffers = '16MB'

async function openEmbedded(folder: string, clock: Clock): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = lockFolder(path.dirname(folder), clock)
  try {
    const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`]
    const pglite = yieldBetweenMessages(await PGlite.create({ dataDir: folder, relaxedDurability: false, startParams }))
    // PGlite ignores the umask for the files that it unpacks first, and for two caches that it writes at each start.
    restrictToOwner(folder)
    const db = new RetryingKysely<Database>({ dialect: new PGliteDialect({ pglite }) })
    return {
      kind: 'embedded',
      db,
      withoutTimeouts: run => run(db),
      async ping() {
        await sql`select 1`.execute(db)
      },
      // The database runs in this process. Its load shows in the delay of the event loop.
      async waitForConnection() {},
      queueConnection: { db: fromPglite(pglite), backend: 'pglite' },
      listen: listener => listenEmbedded(pglite, listener),
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

/** With less free space the disk counts as full: the embedded database writes its log in segments of 16 MiB. */
const diskFullBytes = 32 * 2 ** 20

/** The embedded database fails without a reason, so we check for the most common one: a full disk. */
function cannotOpen(folder: string, cause: unknown): StartupError {
  const { bavail, bsize } = statfsSync(folder)
  const sentence =
    bavail * bsize < diskFullBytes
      ? `The disk with ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`
      : `The embedded database in ${folder} is damaged. Restore the data folder from a backup, or set DATA_DIR to another folder.`
  return new StartupError(sentence, cause)
}

// PostgreSQL sends bigint as text. Our values stay below 2^53, and PGlite already returns numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * PostgreSQL cancels a statement after this time. If no answer arrives shortly after, the connection is dead and the driver
 * closes it. Migrations may take longer.
 */
const statementTimeoutMs = 18_000
const answerTimeoutMs = 20_000

/**
 * A process that freezes within a transaction (its machine sleeps, or it is stopped) keeps its locks for this long, then
 * PostgreSQL rolls it back. Set with statements, because poolers such as PgBouncer reject connections with these options.
 */
const timeoutSql = `set idle_in_transaction_session_timeout = '20s'; set statement_timeout = ${statementTimeoutMs}`

const connectionOptions = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

async function openPostgresql(connectionString: string): Promise<OpenDatabase> {
  const limited = {
    ...{ connectionString, ...connectionOptions, query_timeout: answerTimeoutMs },
    onConnect: (client: pg.ClientBase) => client.query(timeoutSql),
  }
  const pool = quietPool({ ...limited, max: 12, Client: TimeoutClient })
  await assertSupportedVersion(pool)
  // A separate connection, because all others may be busy or dead during a health check.
  const health = quietPool({ connectionString, max: 1, connectionTimeoutMillis: 3_000, query_timeout: 3_000 })
  return {
    kind: 'postgresql',
    pool,
    db: new RetryingKysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    queueConnection: { ...limited, max: 6 },
    async withoutTimeouts(run) {
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
    async waitForConnection() {
      const client = await pool.connect()
      client.release()
    },
    listen: listener => listenPostgresql({ connectionString, ...connectionOptions }, listener),
    async close() {
      await Promise.all([pool.end(), health.end()])
    },
  }
}

/**
 * The pool replaces broken connections. Without these error listeners, a connection that breaks while idle, or between two
 * statements of a transaction, would crash the process. The next statement on it fails anyway.
 */
function quietPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

const oldestVersion = 15

async function assertSupportedVersion(pool: pg.Pool): Promise<void> {
  const fail = async (reason: string, cause?: unknown): Promise<never> => {
    await pool.end()
    throw new StartupError(reason, cause)
  }
  const version = await pool
    .query<{ number: number }>("select current_setting('server_version_num')::int as number")
    .then(
      ({ rows }) => rows[0]!.number,
      // The message does not contain the URL, which contains the password.
      error => fail(`Cannot connect to PostgreSQL (DATABASE_URL): ${reasonFor(error)}.`, error),
    )
  if (version < oldestVersion * 10_000)
    await fail(
      `PostgreSQL ${Math.floor(version / 10_000)} at DATABASE_URL is too old. Use version ${oldestVersion} or newer.`,
    )
}

function reasonFor(error: unknown): string {
  if (error instanceof AggregateError) return reasonFor(error.errors[0])
  if (!(error instanceof Error)) return 'no answer'
  return error.message.replace(/\.$/, '')
}
