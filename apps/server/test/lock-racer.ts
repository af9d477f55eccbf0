import { once } from 'node:events'
import { lockFolder } from '../src/database/lock.ts'
import { systemClock } from '../src/ports/clock.ts'

/** Started by a test: takes the lock of a folder at an instant, says whether it has it, and holds it until its input ends. */
const [folder = '', at = ''] = process.argv.slice(2)
// Awake and computing: who sleeps until then comes a thousand times too late.
while (systemClock.now().getTime() < Number(at));
try {
  const lock = lockFolder(folder, systemClock)
  console.log('has it')
  await once(process.stdin.resume(), 'end')
  lock.release()
} catch (error) {
  console.log(error instanceof Error ? error.name : error)
}
