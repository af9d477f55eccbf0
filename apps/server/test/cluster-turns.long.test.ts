import { type FakeLlm, startFakeLlm } from '@recaps/fake-llm'
import { type FakeTts, startFakeTts } from '@recaps/fake-tts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speakSummary } from '../src/features/summaries/job-kinds.ts'
import { type Cluster, clusterIsMissing, printFigures, seconds, startCluster } from './cluster.ts'
import { countOutcome, inWords, nothingWrong, untilNothingIsInWork, wishOf } from './cluster-load.ts'
import { extent } from './extent.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './waiting.ts'

const batch = extent(60, 20)
const missing = clusterIsMissing()

/** Services write and speak, so that waiting depends on whose turn it is and not on the number of processors. */
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

  it('makes another user wait at most twice as long as alone', async () => {
    const [many, one] = [await cluster.newUser(), await cluster.newUser()]
    const asked: number[] = []
    /** How long the text and the audio of a summary take that always costs the same. */
    async function wait() {
      const form = { urlOrId: talks[0]!, type: youtube, preset: 'standard', maxLength: 250 } as const
      const { id } = await one.client.summaries.request({ body: { ...form, focus: `Question ${asked.length}` } })
      asked.push(id)
      await untilState(one.client, id, 'ready')
      return await timesOf(cluster, id)
    }
    // Only the first of them fetches captions.
    await wait()
    const alone = [await wait(), await wait(), await wait()]
    const request = async (n: number) => (await many.client.summaries.request({ body: wishOf(0, n) })).id
    const ids = await Promise.all(Array.from({ length: batch }, (_, n) => request(n)))
    const beside = await wait()
    const { data } = await many.client.summaries.list({ query: { limit: 100 } })
    const left = data.filter(({ state }) => state !== 'ready').length
    const ratios = (['textMs', 'audioMs'] as const).map(key => {
      const usualMs = alone.map(times => times[key]).sort((a, b) => a - b)[1]!
      return { key, ratio: beside[key] / usualMs, words: `${seconds(beside[key])} instead of ${seconds(usualMs)}` }
    })
    const overtakenBy = await begunBefore(cluster, asked.at(-1)!)
    await untilNothingIsInWork(cluster)
    const expected = new Map([[many, ids] as const, [one, asked] as const])
    const outcome = await countOutcome(cluster, expected)
    printFigures(
      `d. One summary beside ${batch} of another user, ${left} of them in work when it was done: ` +
        `text ${ratios[0]!.words}, audio ${ratios[1]!.words}, ${overtakenBy} other audios begun while it waited; ${inWords(outcome)}`,
    )
    expect(left).toBeGreaterThan(0)
    // Each worker may have taken one in the same moment.
    expect(overtakenBy).toBeLessThanOrEqual(2)
    expect(ratios.filter(({ ratio }) => ratio > 2)).toEqual([])
    expect(outcome).toMatchObject({ ...nothingWrong, ready: batch + asked.length })
  }, 900_000)
})

/** From the request on, by the clocks of the processes that made them. */
async function timesOf({ database }: Cluster, id: number): Promise<{ textMs: number; audioMs: number }> {
  const row = await database.db
    .selectFrom('summaries')
    .innerJoin('recaps', 'recaps.id', 'recap_id')
    .innerJoin('audios', 'audios.id', 'audio_id')
    .select(['summaries.created_at', 'recaps.readable_at', 'audios.updated_at as spoken_at'])
    .where('summaries.id', '=', id)
    .executeTakeFirstOrThrow()
  const sinceAsked = (at: Date | null) => at!.getTime() - row.created_at.getTime()
  return { textMs: sinceAsked(row.readable_at), audioMs: sinceAsked(row.spoken_at) }
}

/** How many other audios were begun while this one waited to be: on a busy machine times alone do not show whose turn it was. */
async function begunBefore({ database }: Cluster, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(other.id)::int as count from summaries
    join pgboss.job mine on mine.name = ${speakSummary.name} and (mine.data->>'audioId')::bigint = summaries.audio_id
    join pgboss.job other on other.name = mine.name
      and other.started_on > mine.created_on and other.started_on < mine.started_on
    where summaries.id = ${id}`.execute(database.db)
  return rows[0]!.count
}
