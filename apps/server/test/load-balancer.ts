import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from './postgres.ts'
import { eventually } from './wait-for.ts'

/** HAProxy in front of the API processes and of the bucket. */
export interface LoadBalancer {
  /** Address of the API for clients. */
  url: string
  /** Address of the bucket for browsers. */
  bucketUrl: string
  /** Whether it sends requests to this API process. */
  isUp(name: string): Promise<boolean>
  /** How often it retried a request, and how often on another process. */
  retries(): Promise<{ retried: number; redispatched: number }>
  stop(): Promise<void>
}

/** Starts HAProxy in front of API processes (port by name) and a bucket. */
export async function startLoadBalancer(
  program: string,
  apis: ReadonlyMap<string, number>,
  bucketAddress: string,
): Promise<LoadBalancer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-haproxy-'))
  const [port, bucketPort] = [await freePort(), await freePort()]
  const socket = path.join(folder, 'admin.sock')
  const servers = [...apis].map(([name, apiPort]) => `  server ${name} 127.0.0.1:${apiPort}`)
  writeFileSync(
    path.join(folder, 'haproxy.cfg'),
    `global
  stats socket ${socket} mode 600 level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  timeout http-keep-alive 30s
  retries 3
  option redispatch 1
listen api
  bind 127.0.0.1:${port}
  # Each user of the tests comes from a network of its own.
  option forwardfor if-none
  # HAProxy's own default is HTTP/1.0 without a Host header, which the server refuses.
  option httpchk
  http-check send meth GET uri /health ver HTTP/1.1 hdr Host recaps
  default-server check inter 250ms fall 1 rise 1
  # An API process answers 503 after it has retried long enough: another process would double the wait. POST is not safe to repeat.
  retry-on conn-failure empty-response
  http-request disable-l7-retry if METH_POST
${servers.join('\n')}
listen bucket
  bind 127.0.0.1:${bucketPort}
  server bucket ${bucketAddress}
`,
  )
  const child = spawn(program, ['-db', '-f', path.join(folder, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const stderrText = text(child.stderr)

  async function rows(): Promise<Record<string, string>[]> {
    const admin = connect(socket)
    admin.end('show stat\n')
    const [head, ...lines] = (await text(admin)).trim().split('\n')
    const names = head!.replace('# ', '').split(',')
    return lines.map(line => Object.fromEntries(line.split(',').map((value, at) => [names[at]!, value])))
  }
  const rowOf = async (name: string) =>
    (await rows()).find(({ pxname, svname }) => pxname === 'api' && svname === name) ?? {}

  const isListening = await eventually(
    () => rows().then(Boolean, () => false),
    isUp => isUp || child.exitCode !== null,
  )
  if (!isListening) throw new Error(`HAProxy did not start: ${await stderrText}`)
  return {
    url: `http://127.0.0.1:${port}`,
    bucketUrl: `http://127.0.0.1:${bucketPort}`,
    isUp: async name => (await rowOf(name)).status === 'UP',
    async retries() {
      const { wretr, wredis } = await rowOf('BACKEND')
      return { retried: Number(wretr), redispatched: Number(wredis) }
    },
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
