import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** What the fake YouTube has counted so far. */
export interface Counts {
  requests: number
  unchanged: number
  /** Bytes of whole connections, in both directions. */
  bytes: number
}

export interface FakeProcess {
  url: string
  counts(): Promise<Counts>
  control(name: string, body: object): Promise<void>
  stop(): Promise<void>
}

const program = path.join(import.meta.dirname, '../../fakes/youtube/src/main.ts')

/** Starts the fake as a separate process, so that its CPU time doesn't count as the server's. */
export async function startFakeProcess(): Promise<FakeProcess> {
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(child.stdout!, 'data')) as [Buffer]
  const url = /http:\/\/\S+/.exec(output.toString())![0]
  return {
    url,
    async counts() {
      const register = (await (await fetch(`${url}/_fake/register`)).json()) as {
        requests: string[]
        unchanged: number
        traffic: { in: number; out: number }
      }
      const { requests, unchanged, traffic } = register
      return { requests: requests.length, unchanged, bytes: traffic.in + traffic.out }
    },
    async control(name, body) {
      const answer = await fetch(`${url}/_fake/${name}`, { method: 'POST', body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`Fake YouTube: control ${name} answered ${answer.status}`)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
