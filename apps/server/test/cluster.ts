import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '@recaps/contract'
import { type FakeYoutube, startFakeYoutube } from '@recaps/fake-youtube'
import { inject } from 'vitest'
import { findGoProgram, goProgramSkipReason, toxiproxy, versitygw } from '../../../scripts/go-program.ts'
import { findHaproxy, haproxySkipReason } from '../../../scripts/haproxy.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { type Role, roles } from '../src/settings.ts'
import { ledgerFindings, storedFileFindings } from './audit.ts'
import { type FaultyBucket, startFaultyBucket } from './faulty-bucket.ts'
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts'
import { createDatabaseOn } from './postgres.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts'
import { startS3 } from './start-s3.ts'
import { password } from './start-server.ts'
import { startToxiproxy, type Toxiproxy } from './toxiproxy.ts'
import { eventually } from './wait-for.ts'

/** One process of one role. It keeps its name across restarts. */
export interface ClusterProcess {
  name: string
  role: Role
  /** Resolves once it accepts requests. */
  serving(): Promise<ServerProcess>
  /** Ends it, whether or not it serves already. Rejects if it had served and then exited on its own. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ExitStatus>
  start(): void
}

type ExitStatus = { code: number | null; signal: string | null }

export interface Cluster {
  /** Address of HAProxy. */
  url: string
  /** A direct connection to PostgreSQL that no fault affects. */
  database: OpenDatabase
  processes: readonly ClusterProcess[]
  processesOf(role: Role): ClusterProcess[]
  balancer: LoadBalancer
  bucket: FaultyBucket
  /** Carries all connections of the processes to PostgreSQL. */
  postgres: SilentProxy
  links: Toxiproxy
  youtube: FakeYoutube
  newUser(): Promise<ClusterUser>
  /** Inconsistencies in the database and the bucket; empty if there are none. */
  audit(): Promise<string[]>
  stop(): Promise<void>
}

export interface ClusterUser {
  client: Client
  token: string
}

/** Why the cluster cannot run on this machine, or null if it can. */
export function missingForCluster(): string | null {
  if (!inject('postgres')) return 'no PostgreSQL: install the package postgresql'
  const program = [versitygw, toxiproxy].find(one => !findGoProgram(one))
  if (program) return goProgramSkipReason(program)
  return findHaproxy() ? null : haproxySkipReason
}

const processesOfRole = 2
const restartAfterMs = 200

/**
 * Starts two processes of each role. Each reaches PostgreSQL and the bucket through its own links (toxiproxy). Behind the links,
 * database connections can go silent and the bucket can fail. Clients reach the API through HAProxy. YouTube is the fake in this process.
 */
export async function startCluster(moreEnv: Record<string, string> = {}): Promise<Cluster> {
  const youtube = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-cluster-'))
  const databaseUrl = await createDatabaseOn(inject('postgres')!, inject('postgresTemplate')!)
  const database = await openDatabase({ dataDir, databaseUrl }, systemClock)
  const { hostname: host, port } = new URL(databaseUrl)
  const postgres = await startSilentProxy({ host, port: Number(port) })
  const s3 = await startS3(findGoProgram(versitygw)!, '*')
  const bucket = await startFaultyBucket(s3)
  const links = await startToxiproxy(findGoProgram(toxiproxy)!)
  const names = roles.flatMap(role =>
    Array.from({ length: processesOfRole }, (_, at) => ({ role, name: `${role}-${at + 1}` })),
  )
  const ports = await portsForRestarts(processesOfRole)
  const apiPorts = new Map(names.filter(({ role }) => role === 'api').map(({ name }, at) => [name, ports[at]!]))
  const balancer = await startLoadBalancer(findHaproxy()!, apiPorts, new URL(bucket.url).host)

  async function processOf({ name, role }: { name: string; role: Role }): Promise<ClusterProcess> {
    const ownDatabase = new URL(databaseUrl)
    ownDatabase.host = await links.link(`${name}-database`, postgres.address)
    const ownBucket = new URL(bucket.url)
    ownBucket.host = await links.link(`${name}-bucket`, ownBucket.host)
    ownBucket.searchParams.set('public', balancer.bucketUrl)
    const env = {
      DATA_DIR: path.join(dataDir, name),
      DATABASE_URL: ownDatabase.href,
      STORAGE_URL: ownBucket.href,
      SECRET_KEY: 'k'.repeat(40),
      YOUTUBE_URL: youtube.url,
      PUBLIC_URL: balancer.url,
      TRUSTED_PROXIES: '1',
      THREADS: '1',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      ROLES: role,
      PORT: String(apiPorts.get(name) ?? 0),
      ...moreEnv,
    }
    return { name, role, ...supervise(env) }
  }

  const processes = await Promise.all(names.map(processOf))
  await Promise.all(processes.map(one => one.serving()))
  for (const name of apiPorts.keys()) await eventually(() => balancer.isUp(name), Boolean)
  let users = 0
  return {
    ...{ url: balancer.url, database, processes, balancer, bucket, postgres, links, youtube },
    processesOf: role => processes.filter(one => one.role === role),
    async newUser() {
      const n = ++users
      const headers = { 'X-Forwarded-For': `10.${Math.floor(n / 250)}.${n % 250}.1` }
      const body = { email: `user-${n}@example.com`, password }
      const { token } = await clientOf(balancer.url, '').auth.register({ body }, { headers })
      return { token, client: clientOf(balancer.url, token) }
    },
    audit: async () => [...(await ledgerFindings(database.db)), ...(await storedFileFindings(database.db, s3.folder))],
    async stop() {
      await Promise.all(processes.map(one => one.end('SIGKILL')))
      await balancer.stop()
      await links.stop()
      await bucket.stop()
      await s3.stop()
      await postgres.stop()
      await database.close()
      await youtube.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a server, and restarts it when it exits before it serves, as it does while it cannot reach its database or bucket. */
function supervise(env: Record<string, string>): Pick<ClusterProcess, 'serving' | 'end' | 'start'> {
  let isEnding: boolean
  let life: ReturnType<typeof forkServer>
  let serving: Promise<ServerProcess>

  async function serve(): Promise<ServerProcess> {
    for (;;) {
      life = forkServer(env)
      try {
        return await life.serving
      } catch (error) {
        if (isEnding) throw error
        await setTimeout(restartAfterMs)
        if (isEnding) throw error
      }
    }
  }
  const start = () => {
    isEnding = false
    serving = serve()
    serving.catch(() => {})
  }
  start()
  return {
    serving: () => serving,
    start,
    async end(signal) {
      isEnding = true
      const { child, ended } = life
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      child.kill(signal)
      const status = await ended
      const hasServed = await serving.then(
        () => true,
        () => false,
      )
      if (hasEnded && hasServed) throw new Error(`A server exited on its own: ${status.code ?? status.signal}`)
      return status
    },
  }
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export const clientOf = (baseUrl: string, token: string): Client => createClient({ baseUrl, token: () => token })

/** Prints a measurement, and saves it for the end of `npm run test:cluster`. */
export function printFigures(line: string): void {
  console.log(line)
  if (process.env.FIGURES_FILE) appendFileSync(process.env.FIGURES_FILE, `  ${line}\n`)
}

/**
 * Free ports for processes that restart. They are below the range that the system uses for outgoing connections, one of which could
 * otherwise take the port in between.
 */
async function portsForRestarts(count: number): Promise<number[]> {
  const [lowest, highest] = [20_000, 23_000]
  const ports: number[] = []
  while (ports.length < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (!ports.includes(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
