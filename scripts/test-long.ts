import { root } from './root.ts'
import { vitestSuite } from './suites.ts'
import { report } from './tally.ts'

/** `npm run test:long`: many kills, long fuzzing, soak. */
process.chdir(root)
const tally = await vitestSuite(['--project', 'long*'])
console.log(report(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
