import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './postgres.ts'
import { eventually } from './wait-for.ts'

/** Links between one process and a server, with the latency of a network, which can be cut. */
export interface Toxiproxy {
  /** Makes a link to a server. Returns the host and port where it listens. */
  link(name: string, upstream: string): Promise<string>
  /** Closes the connections of a link and refuses new ones. */
  cut(name: string): Promise<void>
  restore(name: string): Promise<void>
  stop(): Promise<void>
}

/** Added to each answer, in ms: the latency inside one data center. */
const networkDelay = { latency: 1, jitter: 1 }

export async function startToxiproxy(program: string): Promise<Toxiproxy> {
  const port = await freePort()
  const child = spawn(program, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' })
  const call = async (method: string, path: string, body?: object): Promise<{ listen?: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`toxiproxy: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  await eventually(
    () => call('GET', '/proxies').catch(() => null),
    answer => answer !== null || child.exitCode !== null,
  )
  return {
    async link(name, upstream) {
      const { listen } = await call('POST', '/proxies', { name, upstream, listen: '127.0.0.1:0', enabled: true })
      const latency = { name: 'latency', type: 'latency', stream: 'downstream', attributes: networkDelay }
      await call('POST', `/proxies/${name}/toxics`, latency)
      return listen!
    },
    cut: async name => void (await call('POST', `/proxies/${name}`, { enabled: false })),
    restore: async name => void (await call('POST', `/proxies/${name}`, { enabled: true })),
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
