import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, missingForCluster, printFigures, seconds, startCluster } from './cluster.ts'
import { clusterRequest, countOutcome, failureReason, formatOutcome, noErrors, untilIdle } from './cluster-load.ts'
import { extent } from './extent.ts'
import type { BucketState } from './faulty-bucket.ts'
import { untilState } from './wait-for.ts'

const faultyForMs = extent(600_000, 20_000)
/** Longest time that a request may wait, whatever the bucket does. */
const deadlineMs = 20_000
const missing = missingForCluster()

describe.skipIf(missing)(`a cluster whose bucket fails${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.stop())

  it.each<[state: BucketState, behavior: string, userNumber: number]>([
    ['fails', 'answers 500', 100],
    ['hangs', 'does not answer', 200],
    ['full', 'is full', 300],
  ])(
    'a cluster keeps texts readable and completes every summary with its bucket in the state %s (it %s)',
    async (state, behavior, userNumber) => {
      const user = await cluster.newUser()
      const request = async (n: number) =>
        (await user.client.summaries.request({ body: clusterRequest(userNumber, n) })).id
      const read = await request(0)
      const before = await untilState(user.client, read, 'ready')
      // Some summaries are in progress when the fault starts.
      const requested = [read, ...(await Promise.all([1, 2, 3].map(request)))]

      const waits: Record<string, number> = {}
      const refusals: Record<string, number> = {}
      const unreadable: string[] = []
      let isOver = false
      /** Repeats a call. Calls that need the bucket may be refused, but only within the deadline. */
      async function keepDoing(what: string, pauseMs: number, call: () => Promise<unknown>) {
        while (!isOver) {
          const startedAt = performance.now()
          await call().catch(error => {
            refusals[what] = (refusals[what] ?? 0) + 1
            if (what !== 'audio' && what !== 'transcript') unreadable.push(`${what}: ${failureReason(error)}`)
          })
          waits[what] = Math.max(waits[what] ?? 0, performance.now() - startedAt)
          await setTimeout(pauseMs)
        }
      }
      const params = { id: read }
      cluster.bucket.state = state
      const load = [
        keepDoing('text', 500, async () => {
          const { content, state: now } = await user.client.summaries.detail({ params })
          expect([now, content]).toEqual(['ready', before.content])
        }),
        keepDoing('list', 500, () => user.client.summaries.list()),
        keepDoing('transcript', 500, () => user.client.summaries.transcript({ params })),
        keepDoing('audio', 500, async () => {
          const answer = await fetch(cluster.url + before.audioUrl)
          await answer.arrayBuffer()
          if (!answer.ok) throw new Error(`status ${answer.status}`)
        }),
        keepDoing('request', faultyForMs / 5, async () => requested.push(await request(requested.length))),
      ]
      await setTimeout(faultyForMs)
      isOver = true
      await Promise.all(load)
      cluster.bucket.state = 'works'
      const worksAt = performance.now()
      await untilIdle(cluster)
      const recoveredMs = performance.now() - worksAt
      const outcome = await countOutcome(cluster, new Map([[user, requested]]))
      printFigures(
        `c. Bucket ${behavior} for ${seconds(faultyForMs)}: longest wait ${formatList(waits, seconds)} (deadline ${seconds(deadlineMs)}); ` +
          `refused meanwhile: ${formatList(refusals, String) || 'nothing'}; all ready ${seconds(recoveredMs)} after it recovered; ${formatOutcome(outcome)}`,
      )
      expect(unreadable).toEqual([])
      expect(Object.entries(waits).filter(([, ms]) => ms > deadlineMs)).toEqual([])
      expect(outcome).toMatchObject({ ...noErrors, ready: requested.length })
    },
    2_700_000,
  )
})

const formatList = (values: Record<string, number>, form: (value: number) => string): string =>
  Object.entries(values)
    .map(([what, value]) => `${what} ${form(value)}`)
    .join(', ')
