import { failures } from '@recaps/contract/failures'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { type BucketState, startFaultyBucket } from '../../../test/faulty-bucket.ts'
import { useS3 } from '../../../test/s3-server.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, untilState, youtube } from '../../../test/wait-for.ts'

const minuteMs = 60_000

describe('storage outage', async () => {
  const s3 = await useS3()
  if (!s3) return
  const bucket = await startFaultyBucket(s3)
  const test = await useServer({ env: { STORAGE_URL: bucket.url }, ports: { speech: silentSpeech } })
  const { summaries, database } = test.server.services
  afterAll(() => bucket.stop())
  beforeEach(() => {
    bucket.state = 'works'
  })
  let nextTalk = 0

  it.each<BucketState>(['fails', 'full', 'hangs'])(
    'defers a summary while the bucket is in state "%s" and completes it after the outage',
    async state => {
      const { client } = await test.newUser()
      bucket.state = state
      const { id } = await client.summaries.request({ body: { urlOrId: talks[nextTalk++]!, type: youtube } })
      expect(await untilState(client, id, 'deferred')).toMatchObject({
        code: 'storage_unavailable',
        error: failures.storage_unavailable.whileWaiting,
        retryAt: expect.any(String),
      })
      // Advances try by try for some minutes of outage.
      for (let passedMs = 0, before = ''; passedMs < 3 * minuteMs; ) {
        const { retryAt } = await eventually(
          () => client.summaries.detail({ params: { id } }),
          summary => summary.state === 'deferred' && summary.retryAt !== before,
        )
        before = retryAt!
        const pauseMs = new Date(retryAt!).getTime() - test.clock.now().getTime() + 100
        expect(pauseMs).toBeLessThan(6 * minuteMs)
        test.clock.advance(pauseMs)
        passedMs += state === 'hangs' ? 3 * minuteMs : pauseMs
        await summaries.wakeDeferred()
      }
      bucket.state = 'works'
      await eventually(
        async () => {
          const summary = await client.summaries.detail({ params: { id } })
          if (summary.state === 'deferred') {
            test.clock.advance(5 * minuteMs)
            await summaries.wakeDeferred()
          }
          return summary
        },
        ({ state }) => state === 'ready',
        120_000,
      )
      expect(await ledgerFindings(database.db)).toEqual([])
    },
  )

  it('fails a summary after an outage of a day and refunds the quota', async () => {
    const { client } = await test.newUser()
    bucket.state = 'fails'
    const { id } = await client.summaries.request({ body: { urlOrId: talks[nextTalk++]!, type: youtube } })
    await untilState(client, id, 'deferred')
    test.clock.advance(25 * 60 * minuteMs)
    await summaries.wakeDeferred()
    expect(await untilState(client, id, 'failed')).toMatchObject({ code: 'storage_unavailable' })
    expect((await client.summaries.list()).month.used).toBe(0)
  })

  it.each<BucketState>(['fails', 'hangs'])(
    'returns the text without audio timings within seconds while the bucket is in state "%s"',
    async state => {
      const { client } = await test.newUser()
      const { id } = await readableSummary(client, talks[nextTalk++]!)
      const ready = await untilState(client, id, 'ready')
      expect(ready.timings).not.toBeNull()
      bucket.state = state
      const startedAt = performance.now()
      const summary = await client.summaries.detail({ params: { id } })
      expect(performance.now() - startedAt).toBeLessThan(6_000)
      expect(summary).toMatchObject({ state: 'ready', content: ready.content, timings: null })
    },
  )

  it('returns 503 for a transcript and audio within their time limits while the bucket hangs', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[nextTalk++]!)
    const { audioUrl } = await untilState(client, id, 'ready')
    bucket.state = 'hangs'
    const startedAt = performance.now()
    const [transcript, audio] = await Promise.all([
      refusal(client.summaries.transcript({ params: { id } })),
      fetch(test.url + audioUrl, { redirect: 'manual' }),
    ])
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    const expected = { code: 'storage_unavailable', error: failures.storage_unavailable.sentence }
    expect(transcript).toMatchObject({ status: 503, ...expected })
    expect([audio.status, audio.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await audio.json()).toMatchObject(expected)
  })

  it('aborts the server start with a clear message when the bucket hangs', async () => {
    bucket.state = 'hangs'
    const started = startServer({ env: { STORAGE_URL: bucket.url }, fake: test.fake })
    await expect(started).rejects.toThrow(/^Cannot use the bucket recaps at .* \(STORAGE_URL\): it does not answer\.$/)
  })
})
