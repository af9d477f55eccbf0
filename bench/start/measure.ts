import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Figure, percentile } from '../figure.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** `npm start` on a clone whose packages are there: the first time (web app built, database made), and after. */
export async function measureStart(samples: number): Promise<Figure[]> {
  const first: number[] = []
  const again: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-start-'))
    rmSync(path.join(root, 'apps/web/dist'), { recursive: true, force: true })
    first.push(await secondsToServe(dataDir))
    again.push(await secondsToServe(dataDir))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const figure = (name: string, values: number[], limit: number): Figure => {
    const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
    return { name, samples: values.length, p50, p95, unit: 's', target: `≤ ${limit}`, met: p95 <= limit }
  }
  return [figure('npm start → serving, first time', first, 15), figure('npm start → serving, after', again, 3)]
}

async function secondsToServe(dataDir: string): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      await setTimeout(20)
    }
    return (performance.now() - startedAt) / 1000
  } finally {
    await endAll(child.pid!)
  }
}

/** npm may be gone before the server behind it is, which holds the data folder until then. */
async function endAll(group: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; isThere(group, signal); signal = 0) await setTimeout(20)
}

function isThere(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/health`).then(
    response => response.ok,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
