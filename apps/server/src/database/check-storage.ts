import type { ListedObject, Storage } from '../ports/storage.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { isMissingInStorage } from './is-missing-in-storage.ts'
import type { Db } from './open.ts'

/** One kind of stored file and how the database refers to it. */
export interface StoredKind {
  name: string
  prefix: string
  /** Matches the names that we generate. Other files under the prefix are not touched. */
  namePattern: RegExp
  /** Returns the names that the database still refers to. */
  findReferenced(names: readonly string[]): Promise<readonly string[]>
  /** For files that can be regenerated. */
  restorable?: {
    /** Names in the range of files that users still need, in byte order. */
    between(range: NameRange): Promise<readonly string[]>
    /** Starts to regenerate the file. Returns false if that has already started. */
    restore(name: string): Promise<boolean>
  }
}

export interface NameRange {
  after: string
  /** Null: no upper limit. */
  upTo: string | null
  limit: number
}

export interface StorageCheckDeps {
  db: Db
  storage: Storage
  logger: Logger
  metrics: Pick<Metrics, 'objectUnnamed'>
  now: Date
  signal: AbortSignal
}

const dayMs = 24 * 3600 * 1000
/** A new file may not be referenced yet. */
const unreferencedKeptMs = dayMs
/** After the loss of a whole bucket, a limited number of files is regenerated per day, so that new summaries are not delayed. */
const restoredPerDay = 300
const namesPerQuery = 1_000
/** With fewer files, a large share of unreferenced ones is no sign of a wrong bucket or database. */
const enoughToJudge = 100

/** Runs once a day, in one process. If that process dies, the next run is a day later. */
export async function checkStorageDaily(kinds: readonly StoredKind[], deps: StorageCheckDeps): Promise<void> {
  const { db, now } = deps
  const { numUpdatedRows } = await db
    .updateTable('storage_checks')
    .set({ begun_at: now })
    .where('begun_at', '<=', new Date(now.getTime() - dayMs))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await checkStorage(kinds, deps)
}

/** Regenerates missing files and deletes files that the database does not refer to. */
export async function checkStorage(kinds: readonly StoredKind[], deps: StorageCheckDeps): Promise<void> {
  let budget = restoredPerDay
  const counts: { kind: string; old: number; unreferenced: number }[] = []
  for (const kind of kinds) {
    const count = { kind: kind.name, old: 0, unreferenced: 0 }
    for await (const page of listPages(kind, deps)) {
      const old = page.objects.filter(object => isOld(object, deps))
      count.old += old.length
      count.unreferenced += (await findUnreferenced(kind, old, deps)).length
      budget -= await restoreMissing(kind, page, budget, deps)
    }
    counts.push(count)
  }
  const total = {
    kind: 'all',
    old: counts.reduce((sum, { old }) => sum + old, 0),
    unreferenced: counts.reduce((sum, { unreferenced }) => sum + unreferenced, 0),
  }
  if (total.unreferenced === 0) return
  const doubtful = [total, ...counts].find(({ old, unreferenced }) => old >= enoughToJudge && unreferenced > old / 2)
  if (doubtful)
    return deps.logger.error(
      doubtful,
      'most stored files are not referenced by the database, none deleted: check STORAGE_URL and DATABASE_URL',
    )
  for (const [index, kind] of kinds.entries()) if (counts[index]!.unreferenced > 0) await deleteUnreferenced(kind, deps)
}

interface Page {
  objects: ListedObject[]
  range: { after: string; upTo: string | null }
}

/** The range of the last page has no upper limit, so that the pages cover every name in the database. */
async function* listPages(
  { prefix, namePattern }: StoredKind,
  { storage, signal }: StorageCheckDeps,
): AsyncGenerator<Page> {
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const objects = await storage.list(prefix, after)
    const upTo = objects.at(-1)?.name ?? null
    // With another order, files would appear to be missing, or the loop would never end.
    if (upTo !== null && upTo <= after) throw new Error('The storage does not list names in byte order')
    yield { objects: objects.filter(({ name }) => namePattern.test(name)), range: { after, upTo } }
    if (upTo === null) return
    after = upTo
  }
}

const isOld = ({ modifiedAt }: ListedObject, { now }: StorageCheckDeps): boolean =>
  modifiedAt.getTime() < now.getTime() - unreferencedKeptMs

async function findUnreferenced(
  kind: StoredKind,
  objects: readonly ListedObject[],
  { db }: StorageCheckDeps,
): Promise<string[]> {
  const names = objects.map(({ name }) => name)
  if (names.length === 0) return []
  const referenced = new Set(await kind.findReferenced(names))
  // Files that are scheduled for erasure are erased when they are due.
  const scheduled = await db.selectFrom('erasures').select('name').where('name', 'in', names).execute()
  for (const { name } of scheduled) referenced.add(name)
  return names.filter(name => !referenced.has(name))
}

async function deleteUnreferenced(kind: StoredKind, deps: StorageCheckDeps): Promise<void> {
  let deleted = 0
  for await (const { objects } of listPages(kind, deps)) {
    const unreferenced = await findUnreferenced(
      kind,
      objects.filter(object => isOld(object, deps)),
      deps,
    )
    for (const name of unreferenced) {
      deps.signal.throwIfAborted()
      await deps.storage.delete(name)
      deps.metrics.objectUnnamed(kind.name)
    }
    deleted += unreferenced.length
    // In the meantime, another process may have started to use one of these files.
    const needed = unreferenced.length > 0 ? await kind.findReferenced(unreferenced) : []
    for (const name of needed) await kind.restorable?.restore(name)
  }
  if (deleted > 0) deps.logger.info({ kind: kind.name, deleted }, 'unreferenced stored files deleted')
}

/** Returns how many regenerations it started, at most `budget`. */
async function restoreMissing(
  { restorable }: StoredKind,
  { objects, range }: Page,
  budget: number,
  { storage, signal }: StorageCheckDeps,
): Promise<number> {
  let started = 0
  const listed = new Set(objects.map(({ name }) => name))
  for (let { after } = range; restorable && started < budget; ) {
    const names = await restorable.between({ ...range, after, limit: namesPerQuery })
    for (const name of names) {
      if (started >= budget) break
      signal.throwIfAborted()
      // Checks the storage again: the file may have been written since the page was listed.
      if (!listed.has(name) && (await isMissingInStorage(storage, name)) && (await restorable.restore(name))) started++
    }
    if (names.length < namesPerQuery) break
    after = names.at(-1)!
  }
  return started
}
