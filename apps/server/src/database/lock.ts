import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { CannotStart, hasCode } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'

export interface FolderLock {
  release(): void
}

const inUse = (folder: string, pid: number) =>
  new CannotStart(
    `The data folder ${folder} is in use by another process (${pid}). Stop that one first, give this one its own DATA_DIR, ` +
      'or use PostgreSQL by DATABASE_URL, which many processes may share.',
  )

interface Holder {
  pid: number
  host: string
  /** Start of the process in clock ticks since boot: tells a living holder from another process with its old number. */
  startedTicks: string | null
}

const beatMs = 5_000
const staleMs = 20_000

/**
 * Takes the embedded database's folder for this process: PGlite itself does not lock it, and two of them over one folder
 * destroy it. A holder that was killed leaves its file; it counts as gone when its process is, or, for a holder on
 * another host (a container that shared the volume), when its file has not been touched for 20 s.
 */
export function lockFolder(folder: string, clock: Clock): FolderLock {
  const file = path.join(folder, 'in-use.json')
  if (!create(file) && !takeOver(file, clock)) throw inUse(folder, read(file)?.pid ?? 0)
  const beat = setInterval(() => touch(file, clock), beatMs)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      rmSync(file, { force: true })
    },
  }
}

/** Whole or not at all: a reader never meets a file that does not say yet whose it is. */
function create(file: string): boolean {
  const draft = `${file}.${randomUUID()}`
  const holder: Holder = { pid: process.pid, host: hostname(), startedTicks: startedTicks(process.pid) }
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Puts us in the place of a holder that is gone. One after the other: of two who find it gone at the same instant, the
 * second would remove the file of the first.
 */
function takeOver(file: string, clock: Clock): boolean {
  const turn = `${file}.turn`
  if ((ageMs(turn, clock) ?? 0) > staleMs) rmSync(turn, { force: true })
  if (!create(turn)) return false
  try {
    const holder = read(file)
    if (holder && isAlive(holder, file, clock)) return false
    rmSync(file, { force: true })
    return create(file)
  } finally {
    rmSync(turn, { force: true })
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
    // The folder went away under us; the database will say so better.
  }
}

/** Since when it was not touched; null for a file that is not there. */
function ageMs(file: string, clock: Clock): number | null {
  const touched = statSync(file, { throwIfNoEntry: false })
  return touched ? clock.now().getTime() - touched.mtimeMs : null
}
