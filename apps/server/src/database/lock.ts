import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
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
  if (!create(file)) {
    const holder = read(file)
    if (holder && isAlive(holder, file, clock)) throw inUse(folder, holder.pid)
    rmSync(file, { force: true })
    if (!create(file)) throw inUse(folder, read(file)?.pid ?? 0)
  }
  const beat = setInterval(() => touch(file, clock), beatMs)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      rmSync(file, { force: true })
    },
  }
}

function create(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    const holder: Holder = { pid: process.pid, host: hostname(), startedTicks: startedTicks(process.pid) }
    writeSync(handle, JSON.stringify(holder))
    closeSync(handle)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
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
  if (holder.host !== hostname()) return ageMs(file, clock) < staleMs
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

function ageMs(file: string, clock: Clock): number {
  try {
    return clock.now().getTime() - statSync(file).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
