import { parseArgs } from 'node:util'
import { toxiproxy } from './go-program.ts'
import { root } from './root.ts'
import { browserSuite, installApiTools, installGoProgram, installHaproxy, vitestSuite } from './suites.ts'
import { formatReport, sumTallies } from './tally.ts'

/**
 * `npm run test:long`: many kills, long fuzzing, soak tests and slow end-to-end tests. It runs a sample of the repetitions;
 * `-- --whole` runs all of them, as many as it once took to find the rarest defects.
 */
process.chdir(root)
const { values } = parseArgs({ options: { whole: { type: 'boolean', default: false } } })
if (values.whole) process.env.TEST_EXTENT = 'whole'
// Server tests alternate between the databases; a complete run covers both.
const projects = values.whole ? ['--project', 'long*', '--project', 'server'] : ['--project', 'long*']
const tally = sumTallies([
  await installApiTools(),
  await installGoProgram(toxiproxy),
  await installHaproxy(),
  await vitestSuite(projects),
  await browserSuite(['--project', 'long']),
])
console.log(formatReport(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
