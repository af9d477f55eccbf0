import { type FakeLlm, startFakeLlm } from '@recaps/fake-llm'
import { type FakeTts, startFakeTts } from '@recaps/fake-tts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speakSummary } from '../src/features/summaries/job-kinds.ts'
import { type Cluster, missingForCluster, printFigures, seconds, startCluster } from './cluster.ts'
import { clusterRequest, countOutcome, formatOutcome, noErrors, untilIdle } from './cluster-load.ts'
import { extent, isWhole } from './extent.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './wait-for.ts'

const batch = extent(60, 20)
const missing = missingForCluster()

/** External services write and speak, so that the wait depends on fair scheduling and not on the number of processors. */
describe.skipIf(missing)(`a cluster with a busy user${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let writer: FakeLlm
  let speaker: FakeTts
  let cluster: Cluster
  beforeAll(async () => {
    writer = await startFakeLlm({ latency: { firstTokenMs: 700, tokensPerSecond: 100_000, unevenMs: 0 } })
    speaker = await startFakeTts({ latency: { firstMs: 3_000, perSpokenSecondMs: 0 } })
    cluster = await startCluster({
      ...{ LLM_URL: `${writer.url}/v1`, LLM_MODEL: 'fake', LLM_PARALLEL: '16' },
      ...{ SPEECH_PROVIDER: 'kokoro', SPEECH_URL: speaker.url, SPEECH_VOICES: 'alloy', SPEECH_PARALLEL: '32' },
    })
  })
  afterAll(async () => {
    await cluster?.stop()
    await Promise.all([writer?.close(), speaker?.close()])
  })

  it('a user with one summary is served before the waiting summaries of a busy user', async () => {
    const [busyUser, otherUser] = [await cluster.newUser(), await cluster.newUser()]
    const otherIds: number[] = []
    /** Requests a summary that always costs the same. Returns how long its text and its audio took. */
    async function wait() {
      const form = { urlOrId: talks[0]!, type: youtube, preset: 'standard', maxLength: 250 } as const
      const { id } = await otherUser.client.summaries.request({
        body: { ...form, focus: `Question ${otherIds.length}` },
      })
      otherIds.push(id)
      await untilState(otherUser.client, id, 'ready')
      return await timesOf(cluster, id)
    }
    // Only the first request fetches captions.
    await wait()
    const usual = [await wait(), await wait(), await wait()]
    const request = async (n: number) => (await busyUser.client.summaries.request({ body: clusterRequest(0, n) })).id
    const ids = await Promise.all(Array.from({ length: batch }, (_, n) => request(n)))
    const underLoad = await wait()
    const { data } = await busyUser.client.summaries.list({ query: { limit: 100 } })
    const left = data.filter(({ state }) => state !== 'ready').length
    const ratios = (['textMs', 'audioMs'] as const).map(key => {
      const usualMs = usual.map(times => times[key]).sort((a, b) => a - b)[1]!
      return {
        key,
        ratio: underLoad[key] / usualMs,
        comparison: `${seconds(underLoad[key])} instead of ${seconds(usualMs)}`,
      }
    })
    const overtakenBy = await startedWhileWaiting(cluster, otherIds.at(-1)!)
    await untilIdle(cluster)
    const expected = new Map([[busyUser, ids] as const, [otherUser, otherIds] as const])
    const outcome = await countOutcome(cluster, expected)
    printFigures(
      `d. One summary next to ${batch} of another user, ${left} of which were still in progress when it was ready: ` +
        `text ${ratios[0]!.comparison}, audio ${ratios[1]!.comparison}, ${overtakenBy} other audios started while it waited; ${formatOutcome(outcome)}`,
    )
    expect(left).toBeGreaterThan(0)
    // Each worker may have taken one job at the same moment.
    expect(overtakenBy).toBeLessThanOrEqual(2)
    // On a machine that is busy with other tests, times do not show whether scheduling is fair.
    if (isWhole) expect(ratios.filter(({ ratio }) => ratio > 2)).toEqual([])
    expect(outcome).toMatchObject({ ...noErrors, ready: batch + otherIds.length })
  }, 900_000)
})

/** Time from the request until the text and the audio were ready, by the clocks of the processes that made them. */
async function timesOf({ database }: Cluster, id: number): Promise<{ textMs: number; audioMs: number }> {
  const row = await database.db
    .selectFrom('summaries')
    .innerJoin('recaps', 'recaps.id', 'recap_id')
    .innerJoin('audios', 'audios.id', 'audio_id')
    .select(['summaries.created_at', 'recaps.readable_at', 'audios.updated_at as spoken_at'])
    .where('summaries.id', '=', id)
    .executeTakeFirstOrThrow()
  const sinceRequest = (at: Date | null) => at!.getTime() - row.created_at.getTime()
  return { textMs: sinceRequest(row.readable_at), audioMs: sinceRequest(row.spoken_at) }
}

/** Counts the other audios that started while this one waited. On a busy machine, times do not show whether scheduling was fair. */
async function startedWhileWaiting({ database }: Cluster, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(other.id)::int as count from summaries
    join pgboss.job mine on mine.name = ${speakSummary.name} and (mine.data->>'audioId')::bigint = summaries.audio_id
    join pgboss.job other on other.name = mine.name
      and other.started_on > mine.created_on and other.started_on < mine.started_on
    where summaries.id = ${id}`.execute(database.db)
  return rows[0]!.count
}
