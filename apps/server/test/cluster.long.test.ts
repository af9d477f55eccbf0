import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Cluster,
  type ClusterProcess,
  type ClusterUser,
  clientOf,
  missingForCluster,
  printFigures,
  seconds,
  startCluster,
} from './cluster.ts'
import {
  clusterRequest,
  countOutcome,
  failureReason,
  formatOutcome,
  noErrors,
  untilIdle,
  withRetries,
} from './cluster-load.ts'
import { extent, seedFrom } from './extent.ts'
import { createRandom } from './random-kills.ts'
import { eventually, untilState } from './wait-for.ts'

/** Every process must work again within this time once connections deliver data. */
const recoveryMs = 30_000
const silentForMs = extent(60_000, 25_000)
const missing = missingForCluster()

describe.skipIf(missing)(`a cluster of two processes of each role${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.stop())

  it('a cluster refuses no request while its processes are restarted one by one', async () => {
    const rounds = extent(5, 1)
    const user = await cluster.newUser()
    const first = await user.client.summaries.request({ body: clusterRequest(50, 0) })
    const { audioUrl } = await untilState(user.client, first.id, 'ready')
    const requested = [first.id]
    const failures: string[] = []
    let [answered, isOver, slowestMs] = [0, false, 0]
    /** Repeats a call, with a pause that stays within the rate limit of a user. */
    async function keepDoing(what: string, pauseMs: number, call: () => Promise<unknown>) {
      while (!isOver) {
        const startedAt = performance.now()
        await call().then(
          () => answered++,
          error => failures.push(`${what}: ${failureReason(error)}`),
        )
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
        await setTimeout(pauseMs)
      }
    }
    const before = await cluster.balancer.retries()
    const [reader, listener] = [await cluster.newUser(), user]
    const load = [
      ...[1, 2, 3].map(() => keepDoing('list', 400, () => reader.client.summaries.list())),
      ...[1, 2].map(() => keepDoing('detail', 500, () => user.client.summaries.detail({ params: { id: first.id } }))),
      keepDoing('audio', 500, async () => {
        const answer = await fetch(cluster.url + audioUrl)
        const body = Buffer.from(await answer.arrayBuffer())
        if (!answer.ok) throw new Error(`status ${answer.status}: ${body}`)
      }),
      keepDoing('request', 4_000, async () => {
        const { id } = await listener.client.summaries.request({ body: clusterRequest(50, requested.length) })
        requested.push(id)
      }),
    ]
    const stopMs: number[] = []
    const codes: (number | null)[] = []
    for (let round = 0; round < rounds; round++)
      for (const process of cluster.processes) {
        const stoppedAt = performance.now()
        codes.push((await process.end('SIGTERM')).code)
        stopMs.push(performance.now() - stoppedAt)
        process.start()
        await untilItServes(cluster, process)
      }
    isOver = true
    await Promise.all(load)
    const after = await cluster.balancer.retries()
    await untilIdle(cluster)
    const outcome = await countOutcome(cluster, new Map([[user, requested]]))
    printFigures(
      `e. ${stopMs.length} processes restarted one by one under load, each stopped within ${seconds(Math.max(...stopMs))}: ${answered} requests answered, ${failures.length} failed, ` +
        `the slowest in ${seconds(slowestMs)}; HAProxy retried ${after.retried - before.retried} and redispatched ${after.redispatched - before.redispatched}; ${formatOutcome(outcome)}`,
    )
    expect(failures).toEqual([])
    expect(codes).toEqual(codes.map(() => 0))
    expect(outcome).toMatchObject({ ...noErrors, ready: requested.length })
  }, 900_000)

  it('a cluster recovers soon after all its database connections were silently dropped', async () => {
    const user = await cluster.newUser()
    const request = async (n: number) => (await user.client.summaries.request({ body: clusterRequest(60, n) })).id
    const requested = await Promise.all([0, 1, 2, 3].map(request))
    cluster.postgres.goSilent()
    await setTimeout(silentForMs)
    cluster.postgres.recover()
    const deliveredAt = performance.now()
    const sinceMs = (from: number) => performance.now() - from

    const apis = cluster.processesOf('api').map(async api => {
      const { url } = await api.serving()
      const client = clientOf(url, user.token)
      await withRetries(() => client.health.status())
      const healthMs = sinceMs(deliveredAt)
      await withRetries(() => client.summaries.list())
      return { name: api.name, ms: sinceMs(deliveredAt), healthMs }
    })
    /** Either of two processes may take a job, so each is measured while the other is paused. */
    async function measureEach(role: 'worker' | 'scheduler', work: () => Promise<void>) {
      const [one, other] = await Promise.all(cluster.processesOf(role).map(process => process.serving()))
      const measured: { name: string; ms: number }[] = []
      let continuedAt = deliveredAt
      for (const [at, paused] of [other!, one!].entries()) {
        paused.child.kill('SIGSTOP')
        await work()
        measured.push({ name: cluster.processesOf(role)[at]!.name, ms: sinceMs(continuedAt) })
        paused.child.kill('SIGCONT')
        continuedAt = performance.now()
      }
      return measured
    }
    const [answering, working, scheduling] = await Promise.all([
      Promise.all(apis),
      measureEach('worker', async () => {
        const id = await withRetries(() => request(requested.length))
        requested.push(id)
        await eventually(
          () => withRetries(() => user.client.summaries.detail({ params: { id } })),
          ({ state }) => state === 'ready',
        )
      }),
      measureEach('scheduler', () => runSchedule(cluster)),
    ])
    await untilIdle(cluster)
    const outcome = await countOutcome(cluster, new Map([[user, requested]]))
    const recovered = [...answering, ...working, ...scheduling]
    printFigures(
      `b. Database silent for ${seconds(silentForMs)}; working again after: ${recovered.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(', ')}; ${formatOutcome(outcome)}`,
    )
    expect(recovered.filter(({ ms }) => ms > recoveryMs)).toEqual([])
    expect(outcome).toMatchObject({ ...noErrors, ready: requested.length })
  }, 600_000)

  it('a cluster loses no work and repeats none while its processes are killed at random', async () => {
    const [userCount, perUser, kills] = [extent(30, 6), extent(10, 5), extent(200, 12)]
    const seed = seedFrom('KILL_SEED')
    const random = createRandom(seed)
    const users: ClusterUser[] = []
    for (let n = 0; n < userCount; n++) users.push(await cluster.newUser())
    const requests = users.flatMap((user, at) =>
      Array.from({ length: perUser }, (_, n) => ({ user, body: clusterRequest(at, n) })),
    )
    const requested = new Map<ClusterUser, number[]>(users.map(user => [user, []]))
    let repeats = 0
    /** Requests the next summaries in parallel. */
    const requestNext = (count: number) =>
      Promise.all(
        requests.splice(0, count).map(async ({ user, body }) => {
          const { id } = await withRetries(
            () => user.client.summaries.request({ body }),
            () => void repeats++,
          )
          requested.get(user)!.push(id)
        }),
      )
    const before = await cluster.balancer.retries()
    const perKill = Math.ceil(requests.length / kills)
    const killed: Record<string, number> = {}
    const pending: Promise<void>[] = []
    let cuts = 0
    for (let kill = 0; kill < kills; kill++) {
      // Not awaited: requests that fail while processes are down are repeated.
      pending.push(requestNext(perKill).then(() => {}))
      // Often right away, while requests are being answered.
      await setTimeout(random() < 0.4 ? random() * 60 : 400 + random() * 2_000)
      const victim = cluster.processes[Math.floor(random() * cluster.processes.length)]!
      await victim.end('SIGKILL')
      victim.start()
      killed[victim.role] = (killed[victim.role] ?? 0) + 1
      // Sometimes also cuts all connections between one process and a server, some of them in the middle of a statement.
      if (random() < 0.25) {
        cuts++
        pending.push(cutBriefly(cluster, random))
      }
    }
    await Promise.all(pending)
    await Promise.all(cluster.processes.map(process => process.serving()))
    await untilIdle(cluster)
    const after = await cluster.balancer.retries()
    const outcome = await countOutcome(cluster, requested)
    const roleCounts = Object.entries(killed).map(([role, count]) => `${role} ${count}`)
    printFigures(
      `a. ${userCount * perUser} summaries of ${userCount} users, ${kills} kills (${roleCounts.join(', ')}), ${cuts} links cut, ${repeats} requests repeated by clients ` +
        `and ${after.retried - before.retried} by HAProxy, seed ${seed}: ${formatOutcome(outcome)}`,
    )
    expect(outcome).toMatchObject({ ...noErrors, ready: userCount * perUser, audios: userCount * perUser })
  }, 1_800_000)
})

async function untilItServes({ balancer }: Cluster, process: ClusterProcess): Promise<void> {
  await process.serving()
  if (process.role === 'api') await eventually(() => balancer.isUp(process.name), Boolean)
}

/** Makes a schedule due and waits for its run. The schedule follows no channel, so the run delivers nothing. */
async function runSchedule({ database: { db }, newUser }: Cluster): Promise<void> {
  await withRetries(newUser)
  const { rows } = await sql<{ id: number }>`
    insert into schedules (user_id, type, frequency, start_clock, timezone, disabled, next_run_at)
    select id, 'youtube', 'monthly', '2026-01-15T09:00:00', 'Europe/Rome', false, now() from users order by id desc limit 1
    returning id`.execute(db)
  await eventually(
    () => db.selectFrom('runs').select('id').where('schedule_id', '=', rows[0]!.id).execute(),
    runs => runs.length === 1,
  )
}

async function cutBriefly({ processes, links }: Cluster, random: () => number): Promise<void> {
  const victim = processes[Math.floor(random() * processes.length)]!
  const link = `${victim.name}-${random() < 0.5 ? 'database' : 'bucket'}`
  const forMs = 100 + random() * 900
  await links.cut(link)
  await setTimeout(forMs)
  await links.restore(link)
}
