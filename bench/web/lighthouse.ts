import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../start/product.ts'

/**
 * Not among the packages of the repository: with its own it takes 176 MB, which everybody would install whether they
 * measure or not. It is brought when it is first needed, its licence is Apache-2.0, and nothing of it is shipped.
 */
const version = '13.5.0'
const folder = path.join(root, '.cache', `lighthouse-${version}`)
const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')

const run = promisify(execFile)

export interface Audited {
  /** Of 100. */
  scores: { performance: number; accessibility: number; 'best-practices': number; seo: number }
  lcpMs: number
  tbtMs: number
  cls: number
  bytes: number
  /** What kept a category from 100, but for performance. */
  failed: string[]
}

/** One run with the mobile profile: a slow network and a processor at a quarter, both simulated. */
export async function audit(url: string): Promise<Audited> {
  await bringLighthouse()
  const flags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
  const { stdout } = await run(
    process.execPath,
    [program, url, '--output=json', '--quiet', '--no-enable-error-reporting', `--chrome-flags=${flags.join(' ')}`],
    {
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const { categories, audits } = JSON.parse(stdout) as Report
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    failed: Object.entries(categories)
      .filter(([name]) => name !== 'performance')
      .flatMap(([, { auditRefs }]) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  }
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

async function bringLighthouse(): Promise<void> {
  if (existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  // So that npm takes this folder for a project of its own, and not for a part of the one around it.
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${version}`],
    {
      cwd: folder,
    },
  )
}
