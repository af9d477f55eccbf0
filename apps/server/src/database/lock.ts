import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { hasErrorCode, StartupError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'

export interface FolderLock {
  release(): void
}

const inUse = (folder: string, pid: number) =>
  new StartupError(
    `The data folder ${folder} is in use by another process (${pid}). Stop that process, choose another folder with DATA_DIR, ` +
      'or use PostgreSQL (DATABASE_URL), which several processes can share.',
  )

interface Holder {
  pid: number
  host: string
  /** Start of the process in clock ticks since boot, which distinguishes the holder from a later process with the same pid. */
  startedTicks: string | null
}

const heartbeatMs = 5_000
const staleMs = 20_000

/**
 * Locks the folder of the embedded database for this process. PGlite does not lock it, and two instances on one folder
 * destroy the database. A killed holder leaves its lock file. The lock is stale when the holder's process no longer runs or,
 * for a holder on another host (a container with the same volume), when the file has not been touched for 20 s.
 */
export function lockFolder(folder: string, clock: Clock): FolderLock {
  const file = path.join(folder, 'in-use.json')
  if (!create(file) && !takeOver(file, clock)) throw inUse(folder, read(file)?.pid ?? 0)
  const heartbeat = setInterval(() => touch(file, clock), heartbeatMs)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      rmSync(file, { force: true })
    },
  }
}

/** Creates the file atomically, so that a reader never sees it without its content. */
function create(file: string): boolean {
  const temporary = `${file}.${randomUUID()}`
  const holder: Holder = { pid: process.pid, host: hostname(), startedTicks: startedTicks(process.pid) }
  try {
    writeFileSync(temporary, JSON.stringify(holder), { mode: 0o600 })
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Takes over a stale lock. A second lock file serializes this: if two processes find the same stale lock, the second one
 * must not remove the new lock of the first.
 */
function takeOver(file: string, clock: Clock): boolean {
  const takeover = `${file}.turn`
  if ((ageMs(takeover, clock) ?? 0) > staleMs) rmSync(takeover, { force: true })
  if (!create(takeover)) return false
  try {
    const holder = read(file)
    if (holder && isAlive(holder, file, clock)) return false
    rmSync(file, { force: true })
    return create(file)
  } finally {
    rmSync(takeover, { force: true })
  }
}

function read(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isAlive(holder: Holder, file: string, clock: Clock): boolean {
  if (holder.host !== hostname()) return (ageMs(file, clock) ?? Number.POSITIVE_INFINITY) < staleMs
  try {
    process.kill(holder.pid, 0)
  } catch {
    return false
  }
  return startedTicks(holder.pid) === holder.startedTicks
}

function startedTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function touch(file: string, clock: Clock): void {
  const now = clock.now()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder was deleted. The database reports that with a better error.
  }
}

/** Milliseconds since the file was last touched; null if it does not exist. */
function ageMs(file: string, clock: Clock): number | null {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? clock.now().getTime() - stats.mtimeMs : null
}
