import type { ListedObject, Storage } from '../ports/storage.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { isLost } from './is-lost.ts'
import type { Db } from './open.ts'

/** Stored files of one kind, and what the database knows of them. */
export interface StoredKind {
  name: string
  prefix: string
  /** Names that we give. Others lie in the same place and are left alone. */
  form: RegExp
  /** Those of these files that the database still needs. */
  namedAmong(names: readonly string[]): Promise<readonly string[]>
  /** Files that somebody still has and that can be made again. */
  restorable?: {
    /** Their names after one and up to another, in the order of their bytes. */
    between(range: NameRange): Promise<readonly string[]>
    /** Has it made again; false when that was done already. */
    restore(name: string): Promise<boolean>
  }
}

export interface NameRange {
  after: string
  /** Null for no end. */
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
/** What was written just now may be named in a moment. */
const keptUnnamedMs = dayMs
/** A bucket that is lost comes back bit by bit, so that those who ask for summaries still get theirs. */
const restoredPerDay = 300
const namesAtOnce = 1_000
/** With fewer files than these, many that nothing names mean nothing. */
const enoughToJudge = 100

/** One process does it, once a day. One that dies on the way has its work done the next day. */
export async function checkStorageDaily(kinds: readonly StoredKind[], deps: StorageCheckDeps): Promise<void> {
  const { db, now } = deps
  const { numUpdatedRows } = await db
    .updateTable('storage_checks')
    .set({ begun_at: now })
    .where('begun_at', '<=', new Date(now.getTime() - dayMs))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await checkStorage(kinds, deps)
}

/** Has files made again that are lost, and deletes files that nothing names. */
export async function checkStorage(kinds: readonly StoredKind[], deps: StorageCheckDeps): Promise<void> {
  let budget = restoredPerDay
  const counts: { kind: string; old: number; unnamed: number }[] = []
  for (const kind of kinds) {
    const count = { kind: kind.name, old: 0, unnamed: 0 }
    for await (const page of pagesOf(kind, deps)) {
      const old = page.objects.filter(object => isOld(object, deps))
      count.old += old.length
      count.unnamed += (await unnamedAmong(kind, old, deps)).length
      budget -= await restoreMissing(kind, page, budget, deps)
    }
    counts.push(count)
  }
  const total = {
    kind: 'all',
    old: counts.reduce((sum, { old }) => sum + old, 0),
    unnamed: counts.reduce((sum, { unnamed }) => sum + unnamed, 0),
  }
  if (total.unnamed === 0) return
  const doubtful = [total, ...counts].find(({ old, unnamed }) => old >= enoughToJudge && unnamed > old / 2)
  if (doubtful)
    return deps.logger.error(
      doubtful,
      'most stored files are named by nothing in the database, so none was deleted: is it the right bucket, the right database?',
    )
  for (const [index, kind] of kinds.entries()) if (counts[index]!.unnamed > 0) await deleteUnnamed(kind, deps)
}

interface Page {
  objects: ListedObject[]
  range: { after: string; upTo: string | null }
}

/** The last page has no end, so that everything the database names lies in one of them. */
async function* pagesOf({ prefix, form }: StoredKind, { storage, signal }: StorageCheckDeps): AsyncGenerator<Page> {
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const objects = await storage.list(prefix, after)
    const upTo = objects.at(-1)?.name ?? null
    // A storage that listed in another order would make files seem missing, or go round in circles.
    if (upTo !== null && upTo <= after) throw new Error('The storage does not list names in their order')
    yield { objects: objects.filter(({ name }) => form.test(name)), range: { after, upTo } }
    if (upTo === null) return
    after = upTo
  }
}

const isOld = ({ modifiedAt }: ListedObject, { now }: StorageCheckDeps): boolean =>
  modifiedAt.getTime() < now.getTime() - keptUnnamedMs

async function unnamedAmong(
  kind: StoredKind,
  objects: readonly ListedObject[],
  { db }: StorageCheckDeps,
): Promise<string[]> {
  const names = objects.map(({ name }) => name)
  if (names.length === 0) return []
  const named = new Set(await kind.namedAmong(names))
  // What is noted for erasure goes at its own time.
  const noted = await db.selectFrom('erasures').select('name').where('name', 'in', names).execute()
  for (const { name } of noted) named.add(name)
  return names.filter(name => !named.has(name))
}

async function deleteUnnamed(kind: StoredKind, deps: StorageCheckDeps): Promise<void> {
  let deleted = 0
  for await (const { objects } of pagesOf(kind, deps)) {
    const unnamed = await unnamedAmong(
      kind,
      objects.filter(object => isOld(object, deps)),
      deps,
    )
    for (const name of unnamed) {
      deps.signal.throwIfAborted()
      await deps.storage.delete(name)
      deps.metrics.objectUnnamed(kind.name)
    }
    deleted += unnamed.length
    // Somebody may have written the same file again meanwhile, found it there, and named it.
    const needed = unnamed.length > 0 ? await kind.namedAmong(unnamed) : []
    for (const name of needed) await kind.restorable?.restore(name)
  }
  if (deleted > 0) deps.logger.info({ kind: kind.name, deleted }, 'stored files deleted that nothing named')
}

/** Gives how many were begun, at most `budget`. */
async function restoreMissing(
  { restorable }: StoredKind,
  { objects, range }: Page,
  budget: number,
  { storage, signal }: StorageCheckDeps,
): Promise<number> {
  let begun = 0
  const there = new Set(objects.map(({ name }) => name))
  for (let { after } = range; restorable && begun < budget; ) {
    const names = await restorable.between({ ...range, after, limit: namesAtOnce })
    for (const name of names) {
      if (begun >= budget) break
      signal.throwIfAborted()
      // Looked up again: it may have been written since the page was listed.
      if (!there.has(name) && (await isLost(storage, name)) && (await restorable.restore(name))) begun++
    }
    if (names.length < namesAtOnce) break
    after = names.at(-1)!
  }
  return begun
}
