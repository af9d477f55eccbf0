import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallApiTools, noApiTools } from './api-tools.ts'
import { findOrInstallBrowser } from './browser.ts'
import { buildPhoneIfStale, buildWebIfStale } from './build-web.ts'
import { findOrInstallGoProgram, type GoProgram, reasonWithout } from './go-program.ts'
import { findOrInstallHaproxy, noHaproxy } from './haproxy.ts'
import { root } from './root.ts'
import { runTool } from './run-tool.ts'
import { ofOne, type Tally } from './tally.ts'
import { findOrInstallYtDlp, noYtDlp } from './yt-dlp.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-results-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** One tool that either passes or fails as a whole. */
export const toolSuite = (tool: string, args: string[], env: Record<string, string> = {}): Promise<Tally> =>
  asOne([tool, ...args].join(' '), runTool(tool, args, { env }))

const asOne = async (name: string, run: Promise<void>): Promise<Tally> => {
  const isPassed = await succeeds(run)
  return { ...ofOne(isPassed), notes: isPassed ? [] : [`FAILED ${name}`] }
}

interface VitestResult {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * A run of Vitest, counted by its tests; one that breaks before it counted anything is a failure. A file that failed is run
 * once more with nothing beside it: a test that only had to wait too long for a processor passes then, and is named as
 * unsteady; a defect fails again.
 */
export async function vitestSuite(args: string[]): Promise<Tally> {
  const { result, isGreen, unhandled } = await runVitest(args)
  if (!result) return { ...ofOne(false), notes: [`FAILED vitest ${args.join(' ')} broke off`] }
  const skipped = result.numPendingTests + result.numTodoTests
  if (isGreen) return { passed: result.numPassedTests, failed: 0, skipped }
  const failing = result.testResults.filter(file => file.status === 'failed')
  // Many that fail are no matter of load.
  if (failing.length === 0 || failing.length > 5) {
    const notes = [...failuresOf(result), ...unhandled]
    return { passed: result.numPassedTests, failed: result.numFailedTests || 1, skipped, notes }
  }
  const files = failing.map(file => path.relative(root, file.name))
  console.log(`\nOnce more, with nothing beside them: ${files.join(', ')}\n`)
  const again = await runVitest([...args, '--maxWorkers', '1', ...files])
  const passedThere = failing.flatMap(file => file.assertionResults).filter(test => test.status === 'passed').length
  return {
    passed: result.numPassedTests - passedThere + (again.result?.numPassedTests ?? 0),
    failed: again.isGreen ? 0 : again.result?.numFailedTests || 1,
    skipped,
    notes: [
      ...failuresOf(result, 'UNSTEADY'),
      ...(again.result ? failuresOf(again.result) : [`FAILED ${files.join(', ')}`]),
      ...again.unhandled,
    ],
  }
}

interface VitestRun {
  result: VitestResult | undefined
  isGreen: boolean
  /** Errors that belong to no test, as notes. */
  unhandled: string[]
}

async function runVitest(args: string[]): Promise<VitestRun> {
  const results = mkdtempSync(path.join(folder, 'vitest-'))
  const [file, unhandledFile] = [path.join(results, 'result.json'), path.join(results, 'unhandled.json')]
  const reporters = ['default', 'json', path.join(root, 'scripts/unhandled-errors.ts')]
  const isGreen = await succeeds(
    runTool('vitest', ['run', ...reporters.map(one => `--reporter=${one}`), `--outputFile.json=${file}`, ...args], {
      env: { UNHANDLED_ERRORS_FILE: unhandledFile },
    }),
  )
  const read = (from: string) => (existsSync(from) ? JSON.parse(readFileSync(from, 'utf8')) : undefined)
  const unhandled = ((read(unhandledFile) ?? []) as string[]).map(error => note('an error outside of all tests', error))
  return { result: read(file), isGreen, unhandled }
}

function failuresOf(result: VitestResult, verdict?: 'FAILED' | 'UNSTEADY'): string[] {
  return result.testResults
    .filter(file => file.status === 'failed')
    .flatMap(file => {
      const name = path.relative(root, file.name)
      const tests = file.assertionResults.filter(test => test.status === 'failed')
      if (tests.length === 0) return [note(name, file.message, verdict)]
      return tests.map(test => note(`${name} › ${test.fullName}`, test.failureMessages.join('\n'), verdict))
    })
}

const note = (name: string, reason: string, verdict: 'FAILED' | 'UNSTEADY' = 'FAILED') =>
  [
    `${verdict} ${name}`,
    ...stripVTControlCharacters(reason)
      .split('\n')
      .filter(line => !line.includes('node_modules'))
      .slice(0, 12),
  ].join('\n    ')

/** The web app as it is served: tests look into it, and the journeys use it. */
export async function webBuild(): Promise<Tally> {
  return await asOne(
    'build of the web app, for browsers and phones',
    buildWebIfStale().then(() => buildPhoneIfStale()),
  )
}

/** What the browser downloads, against its budgets. */
export async function webSizes(): Promise<Tally> {
  return await asOne('sizes of the web app', runTool('size-limit', [], { cwd: path.join(root, 'apps/web') }))
}

/** A program that tests start. Without it they are skipped. */
export async function goProgram(program: GoProgram): Promise<Tally> {
  if (findOrInstallGoProgram(program)) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${reasonWithout(program)}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** What tests of yt-dlp itself start. Without it they are skipped. */
export async function realYtDlp(): Promise<Tally> {
  if (findOrInstallYtDlp()) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${noYtDlp}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** The load balancer in front of several processes. Without it the tests of those are skipped. */
export async function realHaproxy(): Promise<Tally> {
  if (findOrInstallHaproxy()) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${noHaproxy}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** What reads the API document as other programs do. Without it the tests of that are skipped. */
export async function apiTools(): Promise<Tally> {
  if (findOrInstallApiTools()) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${noApiTools}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** Twelve screens of the built app, compared with the pictures of them in the repository. */
export async function looksSuite(): Promise<Tally> {
  const browser = findOrInstallBrowser()
  if (!browser) {
    console.log('skipped: no browser on this machine, and none could be installed')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  return toolSuite('node', ['apps/web/src/test/look/compare.ts'], { CHROMIUM_PATH: browser })
}

/** The journeys in a real browser, against the built product. */
export async function browserSuite(args: string[] = []): Promise<Tally> {
  const browser = findOrInstallBrowser()
  if (!browser) {
    console.log('skipped: no browser on this machine, and none could be installed')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  await buildWebIfStale()
  await buildPhoneIfStale()
  const file = path.join(folder, 'browser.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_PORTS: await freePorts() }
  const isGreen = await succeeds(
    runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args], { env }),
  )
  if (!existsSync(file)) return { ...ofOne(false), notes: ['FAILED the browser suite broke off'] }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: PlaywrightSuite[]
  }
  const failed = stats.unexpected || (isGreen ? 0 : 1)
  const journeys = suites.flatMap(suite => journeysThatFailed(suite, suite.file))
  const isElsewhere = failed > 0 && stats.unexpected === 0
  const notes = isElsewhere ? [...journeys, 'FAILED the browser suite, though no journey did'] : journeys
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, notes }
}

/** The first of fifty ports in a row that nobody listens at, for the demos; below those that a system gives away by itself. */
async function freePorts(): Promise<string> {
  if (process.env.E2E_PORTS) return process.env.E2E_PORTS
  for (let first = 23_100; first < 32_000; first += 100) {
    const row = await Promise.all(Array.from({ length: 50 }, (_, offset) => isFree(first + offset)))
    if (row.every(Boolean)) return String(first)
  }
  throw new Error(
    'There are not fifty free ports in a row between 23100 and 32000. Say by E2E_PORTS where the demos may listen.',
  )
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, () => resolve(true))
  })
  if (isListening) await new Promise(resolve => server.close(resolve))
  return isListening
}

interface PlaywrightSuite {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** Those that failed, and those that passed only at the second try. */
function journeysThatFailed(suite: PlaywrightSuite, above: string): string[] {
  const own = (suite.specs ?? []).flatMap(spec =>
    spec.tests
      .filter(test => test.status === 'unexpected' || test.status === 'flaky')
      .map(test => {
        const reasons = test.results.flatMap(({ errors }) => errors.flatMap(({ message }) => message ?? []))
        return note(`${above} › ${spec.title}`, reasons.join('\n'), test.status === 'flaky' ? 'UNSTEADY' : 'FAILED')
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap(inner => journeysThatFailed(inner, `${above} › ${inner.title}`))]
}

async function succeeds(run: Promise<void>): Promise<boolean> {
  return await run.then(
    () => true,
    error => {
      console.error(error instanceof Error ? error.message : error)
      return false
    },
  )
}
