import { versitygw } from './go-program.ts'
import { root } from './root.ts'
import { browserSuite, goProgram, looksSuite, realYtDlp, toolSuite, vitestSuite, webBuild, webSizes } from './suites.ts'
import { line, report, sum, type Tally } from './tally.ts'

/** `npm test`: lint, types, house, unit and feature tests, and the journeys in a browser. */
process.chdir(root)
const startedAt = performance.now()
type Suite = [name: string, run: () => Promise<Tally>]

/** Each keeps one processor busy by itself, so two of them go side by side, the longest first. */
const alone: Suite[] = [
  ['S3 server', () => goProgram(versitygw)],
  ['yt-dlp', realYtDlp],
  ['types', () => toolSuite('tsc', ['-p', 'tsconfig.json', '--noEmit'])],
  ['types of the web app', () => toolSuite('tsc', ['-p', 'apps/web/tsconfig.json', '--noEmit'])],
  ['lint and format', () => toolSuite('biome', ['check', '.'])],
  ['unused code', () => toolSuite('knip', ['--no-progress'])],
  ['build of the web app', webBuild],
  ['types of the journeys', () => toolSuite('tsc', ['-p', 'e2e/tsconfig.json', '--noEmit'])],
  ['types of the service worker', () => toolSuite('tsc', ['-p', 'apps/web/src/worker/tsconfig.json', '--noEmit'])],
]
/** They share the processors out themselves, and use what was built. */
const together: Suite[] = [
  ['sizes of the web app', webSizes],
  ['tests', () => vitestSuite(['--project', '!long*'])],
  ['looks', looksSuite],
  ['browser', () => browserSuite(['--project', 'quick'])],
]

const results: [string, Tally][] = []
const perform = async ([name, run]: Suite) => {
  const from = performance.now()
  const tally = await run()
  results.push([`${name} (${Math.round((performance.now() - from) / 1000)} s)`, tally])
}
const waiting = [...alone]
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await perform(next)
}
await Promise.all([lane(), lane()])
for (const suite of together) await perform(suite)

console.log(`\n${results.map(([name, tally]) => `${name}: ${line(tally)}`).join('\n')}`)
console.log(`in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
const total = sum(results.map(([, tally]) => tally))
console.log(report(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
