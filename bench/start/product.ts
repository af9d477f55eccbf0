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

/** Runs `npm start` on this data folder and waits until it serves. */
export async function startProduct(dataDir: string): Promise<Product> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
  })
  const stop = () => stopGroup(child.pid!)
  try {
    while (!(await isServing(port))) {
      if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`)
      await setTimeout(20)
    }
    return { url: `http://localhost:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops the process group and waits until it has ended: npm may exit before the server, which still locks the data folder. */
async function stopGroup(group: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = 'SIGTERM'; sendSignal(group, signal); signal = 0) await setTimeout(20)
}

function sendSignal(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

const isServing = (port: number): Promise<boolean> =>
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
