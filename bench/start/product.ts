import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '../..')

export interface Product {
  url: string
  stop(): Promise<void>
}

/** `npm start` on this data folder, once it serves. */
export async function startProduct(dataDir: string): Promise<Product> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  const stop = () => endAll(child.pid!)
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
      await setTimeout(20)
    }
    return { url: `http://localhost:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
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
