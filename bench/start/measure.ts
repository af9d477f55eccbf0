import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Figure, percentile } from '../figure.ts'
import { root, startProduct } from './product.ts'

/** `npm start` on a clone with installed packages: the first start (builds the web app, creates the database) and later ones. */
export async function measureStart(samples: number): Promise<Figure[]> {
  const first: number[] = []
  const later: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-start-'))
    rmSync(path.join(root, 'apps/web/dist'), { recursive: true, force: true })
    first.push(await secondsToServe(dataDir))
    later.push(await secondsToServe(dataDir))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const figure = (name: string, values: number[], limit: number): Figure => {
    const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
    return { name, samples: values.length, p50, p95, unit: 's', target: `≤ ${limit}`, isTargetMet: p95 <= limit }
  }
  return [figure('npm start → serving, first time', first, 15), figure('npm start → serving, later starts', later, 3)]
}

async function secondsToServe(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const product = await startProduct(dataDir)
  const seconds = (performance.now() - startedAt) / 1000
  await product.stop()
  return seconds
}
