import { root } from './root.ts'
import { browserSuite, vitestSuite } from './suites.ts'
import { report, sum } from './tally.ts'

/** `npm run test:long`: many kills, long fuzzing, soak, and the journeys that take minutes. */
process.chdir(root)
const tally = sum([await vitestSuite(['--project', 'long*']), await browserSuite(['--project', 'long'])])
console.log(report(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
