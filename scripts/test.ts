import { root } from './root.ts'
import { browserSuite, looksSuite, toolSuite, vitestSuite, webBuild, webSizes } from './suites.ts'
import { line, report, sum, type Tally } from './tally.ts'

/** `npm test`: lint, types, house, unit and feature tests, and the journeys in a browser. */
process.chdir(root)
const startedAt = performance.now()
const suites: [name: string, run: () => Promise<Tally>][] = [
  ['lint and format', () => toolSuite('biome', ['check', '.'])],
  ['types', () => toolSuite('tsc', ['-p', 'tsconfig.json', '--noEmit'])],
  ['types of the web app', () => toolSuite('tsc', ['-p', 'apps/web/tsconfig.json', '--noEmit'])],
  ['types of the service worker', () => toolSuite('tsc', ['-p', 'apps/web/src/worker/tsconfig.json', '--noEmit'])],
  ['types of the journeys', () => toolSuite('tsc', ['-p', 'e2e/tsconfig.json', '--noEmit'])],
  ['build of the web app', webBuild],
  ['sizes of the web app', webSizes],
  ['tests', () => vitestSuite(['--project', '!long*'])],
  ['looks', looksSuite],
  ['browser', () => browserSuite(['--project', 'quick'])],
]
const results: [string, Tally][] = []
for (const [name, run] of suites) results.push([name, await run()])

console.log(`\n${results.map(([name, tally]) => `${name}: ${line(tally)}`).join('\n')}`)
console.log(`in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
const total = sum(results.map(([, tally]) => tally))
console.log(report(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
