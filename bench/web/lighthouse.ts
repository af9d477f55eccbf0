import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../start/product.ts'

/**
 * Installed on first use instead of being a dependency: with its own dependencies it takes 176 MB. Its license is Apache-2.0, and
 * it is not shipped.
 */
const version = '13.5.0'
const folder = path.join(root, '.cache', `lighthouse-${version}`)
const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')

const run = promisify(execFile)

export interface AuditResult {
  /** 0 to 100. */
  scores: { performance: number; accessibility: number; 'best-practices': number; seo: number }
  lcpMs: number
  tbtMs: number
  cls: number
  bytes: number
  /** Ids of audits that failed in the other categories than performance. */
  failed: string[]
}

/** Runs Lighthouse once with the mobile profile: a simulated slow network and 4× CPU throttling. */
export async function audit(url: string): Promise<AuditResult> {
  await installLighthouse()
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

async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return
  mkdirSync(folder, { recursive: true })
  // Makes npm treat this folder as a separate project and not as part of the repository.
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `lighthouse@${version}`],
    {
      cwd: folder,
    },
  )
}
