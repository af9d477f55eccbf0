import { parseArgs } from 'node:util'
import { toxiproxy } from './go-program.ts'
import { root } from './root.ts'
import { apiTools, browserSuite, goProgram, realHaproxy, vitestSuite } from './suites.ts'
import { report, sum } from './tally.ts'

/**
 * `npm run test:long`: many kills, long fuzzing, soak, and the journeys that take minutes. With `-- --whole` what is done many
 * times is done as often as it once took to find the rarest of its mistakes; a change waits for a share of that.
 */
process.chdir(root)
const { values } = parseArgs({ options: { whole: { type: 'boolean', default: false } } })
if (values.whole) process.env.TEST_EXTENT = 'whole'
// Whole, what else takes turns on the databases runs on both.
const projects = values.whole ? ['--project', 'long*', '--project', 'server'] : ['--project', 'long*']
const tally = sum([
  await apiTools(),
  await goProgram(toxiproxy),
  await realHaproxy(),
  await vitestSuite(projects),
  await browserSuite(['--project', 'long']),
])
console.log(report(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
