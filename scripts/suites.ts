import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { apiToolsSkipReason, findOrInstallApiTools } from './api-tools.ts'
import { findOrInstallBrowser } from './browser.ts'
import { buildPhoneIfStale, buildWebIfStale } from './build-web.ts'
import { findOrInstallGoProgram, type GoProgram, goProgramSkipReason } from './go-program.ts'
import { findOrInstallHaproxy, haproxySkipReason } from './haproxy.ts'
import { root } from './root.ts'
import { runTool } from './run-tool.ts'
import { createTally, type Tally } from './tally.ts'
import { findOrInstallYtDlp, ytDlpSkipReason } from './yt-dlp.ts'

const resultsFolder = mkdtempSync(path.join(tmpdir(), 'recaps-results-'))
process.once('exit', () => rmSync(resultsFolder, { recursive: true, force: true }))

/** Runs a tool and counts it as one test. */
export const toolSuite = (tool: string, args: string[], env: Record<string, string> = {}): Promise<Tally> =>
  runAsOneTest([tool, ...args].join(' '), runTool(tool, args, { env }))

const runAsOneTest = async (name: string, run: Promise<void>): Promise<Tally> => {
  const isPassed = await succeeds(run)
  return { ...createTally(isPassed), notes: isPassed ? [] : [`FAILED ${name}`] }
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
 * Runs Vitest and counts its tests; a run without a result counts as one failure. Failed files are run again one at a time: tests
 * that only timed out under load pass then and are reported as UNSTEADY, defects fail again.
 */
export async function vitestSuite(args: string[]): Promise<Tally> {
  const { result, hasPassed, unhandled } = await runVitest(args)
  if (!result) return { ...createTally(false), notes: [`FAILED vitest ${args.join(' ')}: ended without a result`] }
  const skipped = result.numPendingTests + result.numTodoTests
  if (hasPassed) return { passed: result.numPassedTests, failed: 0, skipped }
  const failedFiles = result.testResults.filter(file => file.status === 'failed')
  // More than five failed files are not caused by load.
  if (failedFiles.length === 0 || failedFiles.length > 5) {
    const notes = [...listFailures(result), ...unhandled]
    return { passed: result.numPassedTests, failed: result.numFailedTests || 1, skipped, notes }
  }
  const files = failedFiles.map(file => path.relative(root, file.name))
  console.log(`\nRunning failed files again, one at a time: ${files.join(', ')}\n`)
  const retry = await runVitest([...args, '--maxWorkers', '1', ...files])
  const alreadyPassed = failedFiles
    .flatMap(file => file.assertionResults)
    .filter(test => test.status === 'passed').length
  return {
    passed: result.numPassedTests - alreadyPassed + (retry.result?.numPassedTests ?? 0),
    failed: retry.hasPassed ? 0 : retry.result?.numFailedTests || 1,
    skipped,
    notes: [
      ...listFailures(result, 'UNSTEADY'),
      ...(retry.result ? listFailures(retry.result) : [`FAILED ${files.join(', ')}`]),
      ...retry.unhandled,
    ],
  }
}

interface VitestRun {
  result: VitestResult | undefined
  hasPassed: boolean
  /** Errors that belong to no test, as notes. */
  unhandled: string[]
}

async function runVitest(args: string[]): Promise<VitestRun> {
  const results = mkdtempSync(path.join(resultsFolder, 'vitest-'))
  const [file, unhandledFile] = [path.join(results, 'result.json'), path.join(results, 'unhandled.json')]
  const reporters = ['minimal', 'json', path.join(root, 'scripts/unhandled-errors.ts')]
  const hasPassed = await succeeds(
    runTool('vitest', ['run', ...reporters.map(one => `--reporter=${one}`), `--outputFile.json=${file}`, ...args], {
      env: { UNHANDLED_ERRORS_FILE: unhandledFile },
    }),
  )
  const read = (from: string) => (existsSync(from) ? JSON.parse(readFileSync(from, 'utf8')) : undefined)
  const unhandled = ((read(unhandledFile) ?? []) as string[]).map(error => formatNote('error outside of tests', error))
  return { result: read(file), hasPassed, unhandled }
}

function listFailures(result: VitestResult, verdict?: 'FAILED' | 'UNSTEADY'): string[] {
  return result.testResults
    .filter(file => file.status === 'failed')
    .flatMap(file => {
      const name = path.relative(root, file.name)
      const tests = file.assertionResults.filter(test => test.status === 'failed')
      if (tests.length === 0) return [formatNote(name, file.message, verdict)]
      return tests.map(test => formatNote(`${name} › ${test.fullName}`, test.failureMessages.join('\n'), verdict))
    })
}

const formatNote = (name: string, reason: string, verdict: 'FAILED' | 'UNSTEADY' = 'FAILED') =>
  [
    `${verdict} ${name}`,
    ...stripVTControlCharacters(reason)
      .split('\n')
      .filter(line => !line.includes('node_modules'))
      .slice(0, 12),
  ].join('\n    ')

/** Builds the web and phone apps, which tests inspect and end-to-end tests use. */
export async function buildSuite(): Promise<Tally> {
  return await runAsOneTest(
    'build of the web and phone apps',
    buildWebIfStale().then(() => buildPhoneIfStale()),
  )
}

/** Checks download sizes against their budgets. */
export async function sizeSuite(): Promise<Tally> {
  return await runAsOneTest('sizes of the web app', runTool('size-limit', [], { cwd: path.join(root, 'apps/web') }))
}

/** Installs a program that tests start. Without it they are skipped. */
export async function installGoProgram(program: GoProgram): Promise<Tally> {
  if (findOrInstallGoProgram(program)) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${goProgramSkipReason(program)}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** Installs the real yt-dlp. Without it its tests are skipped. */
export async function installYtDlp(): Promise<Tally> {
  if (findOrInstallYtDlp()) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${ytDlpSkipReason}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** Installs HAProxy, the load balancer of the cluster tests. Without it they are skipped. */
export async function installHaproxy(): Promise<Tally> {
  if (findOrInstallHaproxy()) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${haproxySkipReason}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** Installs the tools that read the API document. Without them their tests are skipped. */
export async function installApiTools(): Promise<Tally> {
  if (findOrInstallApiTools()) return { passed: 1, failed: 0, skipped: 0 }
  console.log(`skipped: ${apiToolsSkipReason}`)
  return { passed: 0, failed: 0, skipped: 1 }
}

/** Compares twelve screens of the built app with their reference screenshots. */
export async function screenshotSuite(): Promise<Tally> {
  const browser = findOrInstallBrowser()
  if (!browser) {
    console.log('skipped: no Chromium found, and installing one failed. Install it or set CHROMIUM_PATH.')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  return toolSuite('node', ['apps/web/src/test/look/compare.ts'], { CHROMIUM_PATH: browser })
}

/** Runs the end-to-end tests in a real browser against the built product. */
export async function browserSuite(args: string[] = []): Promise<Tally> {
  const browser = findOrInstallBrowser()
  if (!browser) {
    console.log('skipped: no Chromium found, and installing one failed. Install it or set CHROMIUM_PATH.')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  await buildWebIfStale()
  await buildPhoneIfStale()
  const file = path.join(resultsFolder, 'browser.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file, E2E_PORTS: await freePorts() }
  const hasPassed = await succeeds(
    runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=dot,json', ...args], { env }),
  )
  if (!existsSync(file))
    return { ...createTally(false), notes: ['FAILED end-to-end tests: Playwright ended without a result'] }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: PlaywrightSuite[]
  }
  const failed = stats.unexpected || (hasPassed ? 0 : 1)
  const failedTests = suites.flatMap(suite => listFailedTests(suite, suite.file))
  const failedOutsideTests = failed > 0 && stats.unexpected === 0
  const notes = failedOutsideTests
    ? [...failedTests, 'FAILED end-to-end tests: Playwright failed, but none of its tests did']
    : failedTests
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, notes }
}

/** The first of 50 consecutive free ports for the demos, below the range from which the system picks free ports. */
async function freePorts(): Promise<string> {
  if (process.env.E2E_PORTS) return process.env.E2E_PORTS
  for (let first = 23_100; first < 32_000; first += 100) {
    const row = await Promise.all(Array.from({ length: 50 }, (_, offset) => isFree(first + offset)))
    if (row.every(Boolean)) return String(first)
  }
  throw new Error(
    'Found no 50 consecutive free ports between 23100 and 32000. Set E2E_PORTS to the first port the demos may use.',
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

/** Notes for tests that failed or passed only on a retry. */
function listFailedTests(suite: PlaywrightSuite, parentTitle: string): string[] {
  const own = (suite.specs ?? []).flatMap(spec =>
    spec.tests
      .filter(test => test.status === 'unexpected' || test.status === 'flaky')
      .map(test => {
        const reasons = test.results.flatMap(({ errors }) => errors.flatMap(({ message }) => message ?? []))
        return formatNote(
          `${parentTitle} › ${spec.title}`,
          reasons.join('\n'),
          test.status === 'flaky' ? 'UNSTEADY' : 'FAILED',
        )
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap(inner => listFailedTests(inner, `${parentTitle} › ${inner.title}`))]
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
