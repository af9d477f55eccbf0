import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Figure, figure } from '../figure.ts'
import { type Product, root, startProduct } from '../start/product.ts'
import { type Audited, audit } from './lighthouse.ts'

const web = path.join(root, 'apps/web')
const run = promisify(execFile)

/** What each page that strangers open first has to reach. */
const pages = [
  { page: '/landing', scores: 100, performance: 100, lcpS: 1.2 },
  { page: '/login', scores: 100, performance: 95, lcpS: 2 },
] as const

/** The pages of the product as Lighthouse sees them. */
export async function measurePages(samples: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-web-'))
  const product = await startProduct(dataDir)
  try {
    const figures: Figure[] = []
    for (const wanted of pages) figures.push(...(await measurePage(product, wanted, samples)))
    return figures
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measurePage({ url }: Product, wanted: (typeof pages)[number], samples: number): Promise<Figure[]> {
  const { page } = wanted
  const runs: Audited[] = []
  for (let sample = 0; sample < samples; sample++) runs.push(await audit(url + page))
  const failed = [...new Set(runs.flatMap(one => one.failed))]
  if (failed.length > 0) console.log(`${page} fails ${failed.join(', ')}`)
  const of = (name: string, unit: string, target: Parameters<typeof figure>[3], value: (one: Audited) => number) =>
    figure(`${page}: ${name}`, runs.map(value), unit, target)
  return [
    of('Lighthouse, performance', 'of 100', { least: wanted.performance }, one => one.scores.performance),
    of('Lighthouse, accessibility', 'of 100', { least: wanted.scores }, one => one.scores.accessibility),
    of('Lighthouse, best practices', 'of 100', { least: wanted.scores }, one => one.scores['best-practices']),
    of('Lighthouse, search engines', 'of 100', { least: wanted.scores }, one => one.scores.seo),
    of('largest paint', 's', { p50: wanted.lcpS }, one => one.lcpMs / 1000),
    of('time in which it is blocked', 'ms', { p50: 200 }, one => one.tbtMs),
    of('shift of its layout', '', { p50: 0.05 }, one => one.cls),
    of('bytes in all', 'KB', {}, one => one.bytes / 1024),
  ]
}

/** The list of ten thousand summaries in a real browser (apps/web/src/test/look/measure.ts). */
export async function measureLongList(samples: number): Promise<Figure[]> {
  const runs: { nodes: number; longTasks: number; driftPx: number }[] = []
  for (let sample = 0; sample < samples; sample++) {
    // It ends with 1 beyond its budgets, which are those below.
    const { stdout } = await run(process.execPath, ['src/test/look/measure.ts'], { cwd: web }).catch(failure => failure)
    runs.push(JSON.parse(stdout))
  }
  const of = (name: string, unit: string, most: number, key: keyof (typeof runs)[number]) =>
    figure(
      `list of 10,000: ${name}`,
      runs.map(one => one[key]),
      unit,
      { p50: most },
    )
  return [
    of('elements in the page', '', 400, 'nodes'),
    of('long tasks in a scroll of 180 frames, processor at a quarter', '', 12, 'longTasks'),
    of('out of place after a look at a summary', 'px', 2, 'driftPx'),
  ]
}

/** What the browser downloads, by its budgets (apps/web/.size-limit.js). */
export async function measureSizes(): Promise<Figure[]> {
  const sizeLimit = path.join(root, 'node_modules/size-limit/bin.js')
  const { stdout } = await run(process.execPath, [sizeLimit, '--json'], { cwd: web }).catch(failure => failure)
  const sizes = JSON.parse(stdout) as { name: string; size: number; sizeLimit: number }[]
  const pagesOnly = sizes.filter(({ name }) => /\.tsx$/.test(name)).toSorted((a, b) => b.size - a.size)
  return [...sizes.filter(({ name }) => !/\.tsx$/.test(name)), ...pagesOnly.slice(0, 1)].map(
    ({ name, size, sizeLimit }) =>
      figure(
        `${name === pagesOnly[0]?.name ? `largest of ${pagesOnly.length} later parts, ${name}` : name}: gzip`,
        [size / 1000],
        'KB',
        { p50: sizeLimit / 1000 },
      ),
  )
}
