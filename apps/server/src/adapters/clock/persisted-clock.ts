import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasErrorCode, StartupError } from '../../errors.ts'
import { type MovableClock, systemClock } from '../../ports/clock.ts'

const maxAheadMs = 10 * 366 * 24 * 3600_000

/**
 * The system clock plus an offset stored in the data folder. The file is read at every call, so that all processes, including the fakes,
 * show the same time at once. A restart keeps the offset.
 */
export function persistedClock(dataDir: string): MovableClock {
  const file = path.join(dataDir, 'clock.json')
  // Reports a damaged file at startup, not at the first use of the clock.
  read(file)
  return {
    now: () => new Date(systemClock.now().getTime() + read(file)),
    aheadMs: () => read(file),
    advance(byMs) {
      if (byMs <= 0) return 'back'
      const aheadMs = read(file) + byMs
      if (aheadMs > maxAheadMs) return 'too_far'
      write(file, aheadMs)
      return null
    },
  }
}

function read(file: string): number {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 0
    throw error
  }
  const aheadMs = /^\{"aheadMs":(\d{1,15})\}$/.exec(text)?.[1]
  if (aheadMs === undefined)
    throw new StartupError(`${file} is damaged, so the time of the demo is unknown. Set DATA_DIR to another folder.`)
  return Number(aheadMs)
}

/** Written to another file and then renamed, so that a killed process leaves the old file intact. */
function write(file: string, aheadMs: number): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.part`
  writeFileSync(draft, JSON.stringify({ aheadMs }), { mode: 0o600 })
  renameSync(draft, file)
}
