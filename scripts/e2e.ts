import { root } from './root.ts'
import { browserSuite } from './suites.ts'
import { formatReport } from './tally.ts'

process.chdir(root)
// Run every phone test on both platforms.
process.env.TEST_EXTENT ??= 'whole'
const tally = await browserSuite(process.argv.slice(2))
console.log(formatReport(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
