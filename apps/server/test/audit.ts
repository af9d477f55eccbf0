import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'

/** Checks the database for broken invariants of quotas, recaps and audio. Returns one sentence for each. */
export async function ledgerFindings(db: Db): Promise<string[]> {
  const findings: string[] = []
  const check = async (what: string, query: ReturnType<typeof sql<object>>) => {
    for (const row of (await query.execute(db)).rows) findings.push(`${what}: ${JSON.stringify(row)}`)
  }
  await check(
    'the used quota of a month differs from its reserved and committed units',
    sql<object>`
      with counted as (
        select user_id, month, count(*) filter (where state in ('reserved', 'committed'))::int as places
        from usage_entries group by user_id, month)
      select * from usage full join counted using (user_id, month) where coalesce(used, 0) <> coalesce(places, 0)`,
  )
  await check(
    'a summary has more than one counted quota unit (apart from late cancellations)',
    sql<object>`
      select summary_id from usage_entries where state <> 'released' and reason is null
      group by summary_id having count(*) > 1`,
  )
  await check(
    'a readable summary has no committed quota unit',
    sql<object>`
      select summaries.id from summaries join recaps on recaps.id = recap_id
      where recaps.state = 'readable' and deleted_at is null and cancelled_at is null
        and not exists (
          select from usage_entries where summary_id = summaries.id and state = 'committed' and reason is null)`,
  )
  await check(
    'a summary in progress has no reserved quota unit',
    sql<object>`
      select summaries.id from summaries join recaps on recaps.id = recap_id
      where recaps.state in ('queued', 'working', 'deferred') and deleted_at is null and cancelled_at is null
        and not exists (select from usage_entries where summary_id = summaries.id and state = 'reserved')`,
  )
  await check(
    'a quota unit is reserved for a summary that is not in progress',
    sql<object>`
      select summaries.id, recaps.state from usage_entries
      join summaries on summaries.id = summary_id join recaps on recaps.id = recap_id
      where usage_entries.state = 'reserved'
        and (recaps.state not in ('queued', 'working', 'deferred') or deleted_at is not null or cancelled_at is not null)`,
  )
  await check(
    'a quota unit has a reason or settlement time that does not fit its state',
    sql<object>`
      select id from usage_entries
      where (state = 'released' and reason is null) or (state = 'reserved' and reason is not null)
        or (state = 'committed' and reason is not null and reason not in ('cancelled', 'deleted'))
        or (state = 'reserved') = (settled_at is not null)`,
  )
  await check(
    'a recap in progress has no job, or a deferred recap has no retry time',
    sql<object>`
      select id, state from recaps where state in ('queued', 'working') and not exists (
        select from pgboss.job where job.id = job_id and job.state in ('created', 'retry', 'active'))
      or state = 'deferred' and retry_at is null`,
  )
  await check(
    'a recap was generated twice',
    sql<object>`select request_key from recaps where state = 'readable' group by request_key, recap_key having count(*) > 1`,
  )
  await check(
    'a user has two summaries of one recap',
    sql<object>`
      select user_id, recap_id from summaries where deleted_at is null and cancelled_at is null
      group by user_id, recap_id having count(*) > 1`,
  )
  await check(
    'a readable recap is incomplete',
    sql<object>`select id from recaps where state = 'readable' and (content is null or transcript_id is null or headline is null or readable_at is null)`,
  )
  await check(
    'a ready audio is incomplete',
    sql<object>`select id from audios where state = 'ready' and (mp3_key is null or timings_key is null or duration_ms is null)`,
  )
  return findings
}

/** Checks the stored files of a data folder: reports half-written, missing, corrupted and unreferenced files. */
export async function storageFindings(db: Db, dataDir: string): Promise<string[]> {
  const root = path.join(dataDir, 'files')
  return existsSync(root) ? await storedFileFindings(db, root) : []
}

/** The same checks for any folder that stores files under their keys. */
export async function storedFileFindings(db: Db, root: string): Promise<string[]> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)))
  const audios = await db.selectFrom('audios').select(['mp3_key', 'timings_key']).where('state', '=', 'ready').execute()
  const transcripts = await db.selectFrom('transcripts').select('storage_key').execute()
  const referenced = new Set([
    ...audios.flatMap(a => [a.mp3_key!, a.timings_key!]),
    ...transcripts.map(t => t.storage_key),
  ])
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(root, name)))
      .digest('hex')
  return [
    ...files.filter(name => name.endsWith('.part')).map(name => `${name} is half-written`),
    ...[...referenced].filter(name => !files.includes(name)).map(name => `${name} is missing`),
    ...files
      .filter(name => name.startsWith('audio/') && !referenced.has(name) && !name.endsWith('.part'))
      .map(name => `${name} is not referenced`),
    ...files
      .filter(name => name.endsWith('.mp3') && path.basename(name, '.mp3') !== hashOf(name))
      .map(name => `${name} does not match the hash in its name`),
  ]
}

/** All findings for the embedded database and files in a data folder that no server is using. */
export async function dataFolderFindings(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, systemClock)
  try {
    return [...(await ledgerFindings(database.db)), ...(await storageFindings(database.db, dataDir))]
  } finally {
    await database.close()
  }
}
