import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Cluster,
  type ClusterProcess,
  type ClusterUser,
  clientOf,
  clusterIsMissing,
  printFigures,
  seconds,
  startCluster,
} from './cluster.ts'
import {
  countOutcome,
  inWords,
  nothingWrong,
  reasonOf,
  repeated,
  untilNothingIsInWork,
  wishOf,
} from './cluster-load.ts'
import { extent } from './extent.ts'
import { randomFrom } from './random-kills.ts'
import { eventually, untilState } from './waiting.ts'

/** Every process has to work again this long after connections deliver data again. */
const recoveryMs = 30_000
const silentForMs = extent(60_000, 25_000)
const missing = clusterIsMissing()

describe.skipIf(missing)(`a cluster of two processes of each role${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.stop())

  it('refuses nothing while its processes are stopped and started in turn', async () => {
    const rounds = extent(5, 1)
    const user = await cluster.newUser()
    const first = await user.client.summaries.request({ body: wishOf(50, 0) })
    const { audioUrl } = await untilState(user.client, first.id, 'ready')
    const asked = [first.id]
    const failures: string[] = []
    let [answered, isOver, slowestMs] = [0, false, 0]
    /** Does the same again and again, with a pause that keeps it within the limits of one user. */
    async function keepDoing(what: string, pauseMs: number, call: () => Promise<unknown>) {
      while (!isOver) {
        const startedAt = performance.now()
        await call().then(
          () => answered++,
          error => failures.push(`${what}: ${reasonOf(error)}`),
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
        const { id } = await listener.client.summaries.request({ body: wishOf(50, asked.length) })
        asked.push(id)
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
    await untilNothingIsInWork(cluster)
    const outcome = await countOutcome(cluster, new Map([[user, asked]]))
    printFigures(
      `e. ${stopMs.length} processes stopped in turn under load, in ${seconds(Math.max(...stopMs))} at most: ${answered} requests answered, ${failures.length} failed, ` +
        `the slowest in ${seconds(slowestMs)}; HAProxy sent ${after.retried - before.retried} again and ${after.redispatched - before.redispatched} elsewhere; ${inWords(outcome)}`,
    )
    expect(failures).toEqual([])
    expect(codes).toEqual(codes.map(() => 0))
    expect(outcome).toMatchObject({ ...nothingWrong, ready: asked.length })
  }, 900_000)

  it('works again soon after all connections to the database were silently dropped', async () => {
    const user = await cluster.newUser()
    const request = async (n: number) => (await user.client.summaries.request({ body: wishOf(60, n) })).id
    const asked = await Promise.all([0, 1, 2, 3].map(request))
    cluster.postgres.goSilent()
    await setTimeout(silentForMs)
    cluster.postgres.deliver()
    const deliveredAt = performance.now()
    const sinceMs = (from: number) => performance.now() - from

    const apis = cluster.of('api').map(async api => {
      const { url } = await api.serving()
      const own = clientOf(url, user.token)
      await repeated(() => own.health.status())
      const healthMs = sinceMs(deliveredAt)
      await repeated(() => own.summaries.list())
      return { name: api.name, ms: sinceMs(deliveredAt), healthMs }
    })
    /** Which of two takes a job is chance: each has to take one while the other stands still. */
    async function inTurn(role: 'worker' | 'scheduler', work: () => Promise<void>) {
      const [one, other] = await Promise.all(cluster.of(role).map(process => process.serving()))
      const measured: { name: string; ms: number }[] = []
      let continuedAt = deliveredAt
      for (const [at, paused] of [other!, one!].entries()) {
        paused.child.kill('SIGSTOP')
        await work()
        measured.push({ name: cluster.of(role)[at]!.name, ms: sinceMs(continuedAt) })
        paused.child.kill('SIGCONT')
        continuedAt = performance.now()
      }
      return measured
    }
    const [answering, working, scheduling] = await Promise.all([
      Promise.all(apis),
      inTurn('worker', async () => {
        const id = await repeated(() => request(asked.length))
        asked.push(id)
        await eventually(
          () => repeated(() => user.client.summaries.detail({ params: { id } })),
          ({ state }) => state === 'ready',
        )
      }),
      inTurn('scheduler', () => runSchedule(cluster)),
    ])
    await untilNothingIsInWork(cluster)
    const outcome = await countOutcome(cluster, new Map([[user, asked]]))
    const recovered = [...answering, ...working, ...scheduling]
    printFigures(
      `b. Database silent for ${seconds(silentForMs)}; working again after: ${recovered.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(', ')}; ${inWords(outcome)}`,
    )
    expect(recovered.filter(({ ms }) => ms > recoveryMs)).toEqual([])
    expect(outcome).toMatchObject({ ...nothingWrong, ready: asked.length })
  }, 600_000)

  it('loses nothing and does nothing twice while processes are killed at random', async () => {
    const [people, each, kills] = [extent(30, 6), extent(10, 5), extent(200, 12)]
    const seed = Number(process.env.KILL_SEED ?? Date.now())
    const random = randomFrom(seed)
    const users: ClusterUser[] = []
    for (let n = 0; n < people; n++) users.push(await cluster.newUser())
    const wishes = users.flatMap((user, at) => Array.from({ length: each }, (_, n) => ({ user, wish: wishOf(at, n) })))
    const asked = new Map<ClusterUser, number[]>(users.map(user => [user, []]))
    let repeats = 0
    /** Asks for the next ones, several at once. */
    const askFor = (count: number) =>
      Promise.all(
        wishes.splice(0, count).map(async ({ user, wish }) => {
          const { id } = await repeated(
            () => user.client.summaries.request({ body: wish }),
            () => void repeats++,
          )
          asked.get(user)!.push(id)
        }),
      )
    const before = await cluster.balancer.retries()
    const perKill = Math.ceil(wishes.length / kills)
    const killed: Record<string, number> = {}
    const pending: Promise<void>[] = []
    let cuts = 0
    for (let kill = 0; kill < kills; kill++) {
      // Not awaited: what is asked for while processes are down is asked for again.
      pending.push(askFor(perKill).then(() => {}))
      // Often at once, while requests are being answered.
      await setTimeout(random() < 0.4 ? random() * 60 : 400 + random() * 2_000)
      const victim = cluster.processes[Math.floor(random() * cluster.processes.length)]!
      await victim.end('SIGKILL')
      victim.start()
      killed[victim.role] = (killed[victim.role] ?? 0) + 1
      // Now and then somebody loses all connections to one server as well, some of them in the middle of a statement.
      if (random() < 0.25) {
        cuts++
        pending.push(cutForAMoment(cluster, random))
      }
    }
    await Promise.all(pending)
    await Promise.all(cluster.processes.map(process => process.serving()))
    await untilNothingIsInWork(cluster)
    const after = await cluster.balancer.retries()
    const outcome = await countOutcome(cluster, asked)
    const roleCounts = Object.entries(killed).map(([role, count]) => `${role} ${count}`)
    printFigures(
      `a. ${people * each} summaries of ${people} users, ${kills} kills (${roleCounts.join(', ')}), ${cuts} links cut, ${repeats} requests repeated by clients ` +
        `and ${after.retried - before.retried} by HAProxy, seed ${seed}: ${inWords(outcome)}`,
    )
    expect(outcome).toMatchObject({ ...nothingWrong, ready: people * each, audios: people * each })
  }, 1_800_000)
})

async function untilItServes({ balancer }: Cluster, process: ClusterProcess): Promise<void> {
  await process.serving()
  if (process.role === 'api') await eventually(() => balancer.isUp(process.name), Boolean)
}

/** Makes a schedule due and waits for its run. It follows nothing, so nothing comes of the run. */
async function runSchedule({ database: { db }, newUser }: Cluster): Promise<void> {
  await repeated(newUser)
  const { rows } = await sql<{ id: number }>`
    insert into schedules (user_id, type, frequency, start_clock, timezone, disabled, next_run_at)
    select id, 'youtube', 'monthly', '2026-01-15T09:00:00', 'Europe/Rome', false, now() from users order by id desc limit 1
    returning id`.execute(db)
  await eventually(
    () => db.selectFrom('runs').select('id').where('schedule_id', '=', rows[0]!.id).execute(),
    runs => runs.length === 1,
  )
}

async function cutForAMoment({ processes, links }: Cluster, random: () => number): Promise<void> {
  const victim = processes[Math.floor(random() * processes.length)]!
  const link = `${victim.name}-${random() < 0.5 ? 'database' : 'bucket'}`
  const forMs = 100 + random() * 900
  await links.cut(link)
  await setTimeout(forMs)
  await links.mend(link)
}
