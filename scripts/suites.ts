import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findOrInstallBrowser } from './browser.ts'
import { buildWebIfStale } from './build-web.ts'
import { runTool } from './run-tool.ts'
import { ofOne, type Tally } from './tally.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-results-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** One tool that either passes or fails as a whole. */
export async function toolSuite(tool: string, args: string[]): Promise<Tally> {
  return ofOne(await succeeds(runTool(tool, args)))
}

/** A run of Vitest, counted by its tests. A run that breaks before it counted anything is a failure. */
export async function vitestSuite(args: string[]): Promise<Tally> {
  const file = path.join(folder, `vitest-${args.join('-').replace(/[^\w-]/g, '_')}.json`)
  const isGreen = await succeeds(
    runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args]),
  )
  if (!existsSync(file)) return ofOne(false)
  const result = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
  }
  const failed = result.numFailedTests || (isGreen ? 0 : 1)
  return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests }
}

/** The web app as it is served: tests look into it, and the journeys use it. */
export async function webBuild(): Promise<Tally> {
  return ofOne(await succeeds(buildWebIfStale()))
}

/** The journeys in a real browser, against the built product. */
export async function browserSuite(args: string[] = []): Promise<Tally> {
  const browser = findOrInstallBrowser()
  if (!browser) {
    console.log('skipped: no browser on this machine, and none could be installed')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  await buildWebIfStale()
  const file = path.join(folder, 'browser.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const isGreen = await succeeds(
    runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args], { env }),
  )
  if (!existsSync(file)) return ofOne(false)
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky || (isGreen ? 0 : 1), skipped: stats.skipped }
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
