import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CannotStart, hasCode } from '../../errors.ts'
import { type MovableClock, systemClock } from '../../ports/clock.ts'

const farthestMs = 10 * 366 * 24 * 3600_000

/**
 * The machine's clock, put forward by what a file in the data folder says. It is read each time: all who open it, the
 * stand-ins too, have the same time at once, and after a restart it is what it was.
 */
export function keptClock(dataDir: string): MovableClock {
  const file = path.join(dataDir, 'clock.json')
  // A damaged one is told of where the program begins, and not where somebody first asks for the time.
  read(file)
  return {
    now: () => new Date(systemClock.now().getTime() + read(file)),
    aheadMs: () => read(file),
    putForward(byMs) {
      if (byMs <= 0) return 'back'
      const aheadMs = read(file) + byMs
      if (aheadMs > farthestMs) return 'too_far'
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
    if (hasCode(error, 'ENOENT')) return 0
    throw error
  }
  const aheadMs = /^\{"aheadMs":(\d{1,15})\}$/.exec(text)?.[1]
  if (aheadMs === undefined)
    throw new CannotStart(
      `${file} is damaged: how far the clock of the demo is ahead is not known. Begin with another DATA_DIR.`,
    )
  return Number(aheadMs)
}

/** Written beside its place, so that whoever is stopped half-way leaves the old one. */
function write(file: string, aheadMs: number): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.part`
  writeFileSync(draft, JSON.stringify({ aheadMs }), { mode: 0o600 })
  renameSync(draft, file)
}
