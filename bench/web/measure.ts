import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Figure, figure } from '../figure.ts'
import { type Product, root, startProduct } from '../start/product.ts'
import { type AuditResult, audit } from './lighthouse.ts'

const web = path.join(root, 'apps/web')
const run = promisify(execFile)

/** Targets of the pages that visitors open first. */
const pages = [
  { page: '/landing', scores: 100, performance: 100, lcpS: 1.2 },
  { page: '/login', scores: 100, performance: 95, lcpS: 2 },
] as const

/** Audits these pages with Lighthouse. */
export async function measurePages(samples: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-web-'))
  const product = await startProduct(dataDir)
  try {
    const figures: Figure[] = []
    for (const targets of pages) figures.push(...(await measurePage(product, targets, samples)))
    return figures
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measurePage({ url }: Product, targets: (typeof pages)[number], samples: number): Promise<Figure[]> {
  const { page } = targets
  const runs: AuditResult[] = []
  for (let sample = 0; sample < samples; sample++) runs.push(await audit(url + page))
  const failed = [...new Set(runs.flatMap(one => one.failed))]
  if (failed.length > 0) console.log(`${page} fails ${failed.join(', ')}`)
  const createFigure = (
    name: string,
    unit: string,
    target: Parameters<typeof figure>[3],
    value: (one: AuditResult) => number,
  ) => figure(`${page}: ${name}`, runs.map(value), unit, target)
  return [
    createFigure('Lighthouse, performance', 'of 100', { least: targets.performance }, one => one.scores.performance),
    createFigure('Lighthouse, accessibility', 'of 100', { least: targets.scores }, one => one.scores.accessibility),
    createFigure(
      'Lighthouse, best practices',
      'of 100',
      { least: targets.scores },
      one => one.scores['best-practices'],
    ),
    createFigure('Lighthouse, SEO', 'of 100', { least: targets.scores }, one => one.scores.seo),
    createFigure('largest contentful paint', 's', { p50: targets.lcpS }, one => one.lcpMs / 1000),
    createFigure('total blocking time', 'ms', { p50: 200 }, one => one.tbtMs),
    createFigure('cumulative layout shift', '', { p50: 0.05 }, one => one.cls),
    createFigure('total bytes', 'KB', {}, one => one.bytes / 1024),
  ]
}

/** The list of ten thousand summaries in a real browser (apps/web/src/test/look/measure.ts). */
export async function measureLongList(samples: number): Promise<Figure[]> {
  const runs: { nodes: number; longTasks: number; driftPx: number }[] = []
  for (let sample = 0; sample < samples; sample++) {
    // It exits with 1 if it exceeds its own budgets, which are the same as those below.
    const { stdout } = await run(process.execPath, ['src/test/look/measure.ts'], { cwd: web }).catch(failure => failure)
    runs.push(JSON.parse(stdout))
  }
  const createFigure = (name: string, unit: string, most: number, key: keyof (typeof runs)[number]) =>
    figure(
      `list of 10,000: ${name}`,
      runs.map(one => one[key]),
      unit,
      { p50: most },
    )
  return [
    createFigure('elements in the page', '', 400, 'nodes'),
    createFigure('long tasks while scrolling 180 frames, 4× CPU throttling', '', 12, 'longTasks'),
    createFigure('scroll offset error after returning from a summary', 'px', 2, 'driftPx'),
  ]
}

/** Download sizes against their budgets in apps/web/.size-limit.js. */
export async function measureSizes(): Promise<Figure[]> {
  const sizeLimit = path.join(root, 'node_modules/size-limit/bin.js')
  const { stdout } = await run(process.execPath, [sizeLimit, '--json'], { cwd: web }).catch(failure => failure)
  const sizes = JSON.parse(stdout) as { name: string; size: number; sizeLimit: number }[]
  const pagesOnly = sizes.filter(({ name }) => /\.tsx$/.test(name)).toSorted((a, b) => b.size - a.size)
  return [...sizes.filter(({ name }) => !/\.tsx$/.test(name)), ...pagesOnly.slice(0, 1)].map(
    ({ name, size, sizeLimit }) =>
      figure(
        `${name === pagesOnly[0]?.name ? `largest of ${pagesOnly.length} lazy chunks, ${name}` : name}: gzip`,
        [size / 1000],
        'KB',
        { p50: sizeLimit / 1000 },
      ),
  )
}
