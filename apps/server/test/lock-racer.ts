import { once } from 'node:events'
import { lockFolder } from '../src/database/lock.ts'
import { systemClock } from '../src/ports/clock.ts'

/** Started by a test: locks a folder at a timestamp, prints whether that worked, and keeps the lock until its input ends. */
const [folder = '', at = ''] = process.argv.slice(2)
// A busy loop, because a timer would wake up far too late for the race.
while (systemClock.now().getTime() < Number(at));
try {
  const lock = lockFolder(folder, systemClock)
  console.log('locked')
  await once(process.stdin.resume(), 'end')
  lock.release()
} catch (error) {
  console.log(error instanceof Error ? error.name : error)
}
