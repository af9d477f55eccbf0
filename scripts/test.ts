import { versitygw } from './go-program.ts'
import { root } from './root.ts'
import {
  browserSuite,
  buildSuite,
  installGoProgram,
  installYtDlp,
  screenshotSuite,
  sizeSuite,
  toolSuite,
  vitestSuite,
} from './suites.ts'
import { formatCounts, formatReport, sumTallies, type Tally } from './tally.ts'

/** `npm test`: lint, types, architecture, unit and feature tests, and end-to-end tests in a browser. */
process.chdir(root)
const startedAt = performance.now()
type Suite = [name: string, run: () => Promise<Tally>]

/** Each uses one CPU core, so two run in parallel, the longest first. */
const parallelSuites: Suite[] = [
  ['S3 server', () => installGoProgram(versitygw)],
  ['yt-dlp', installYtDlp],
  ['types', () => toolSuite('tsc', ['-p', 'tsconfig.json', '--noEmit'])],
  ['types of the web app', () => toolSuite('tsc', ['-p', 'apps/web/tsconfig.json', '--noEmit'])],
  ['lint and format', () => toolSuite('biome', ['check', '.'])],
  ['unused code', () => toolSuite('knip', ['--no-progress'])],
  ['build of the web app', buildSuite],
  ['types of the end-to-end tests', () => toolSuite('tsc', ['-p', 'e2e/tsconfig.json', '--noEmit'])],
  ['types of the service worker', () => toolSuite('tsc', ['-p', 'apps/web/src/worker/tsconfig.json', '--noEmit'])],
]
/** These use all cores themselves and need the build. */
const sequentialSuites: Suite[] = [
  ['sizes of the web app', sizeSuite],
  ['tests', () => vitestSuite(['--project', '!long*'])],
  ['screenshots', screenshotSuite],
  ['end-to-end tests', () => browserSuite(['--project', 'quick'])],
]

const results: [string, Tally][] = []
const runSuite = async ([name, run]: Suite) => {
  const suiteStartedAt = performance.now()
  const tally = await run()
  results.push([`${name} (${Math.round((performance.now() - suiteStartedAt) / 1000)} s)`, tally])
}
const queue = [...parallelSuites]
const runQueue = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) await runSuite(next)
}
await Promise.all([runQueue(), runQueue()])
for (const suite of sequentialSuites) await runSuite(suite)

console.log(`\n${results.map(([name, tally]) => `${name}: ${formatCounts(tally)}`).join('\n')}`)
console.log(`in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
const total = sumTallies(results.map(([, tally]) => tally))
console.log(formatReport(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
