import { failures } from '@recaps/contract/failures'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { type BucketState, startFaultyBucket } from '../../../test/faulty-bucket.ts'
import { useS3 } from '../../../test/s3-server.ts'
import { silence } from '../../../test/silence.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, untilState, youtube } from '../../../test/waiting.ts'

const minuteMs = 60_000

describe('while the bucket is down', async () => {
  const s3 = await useS3()
  if (!s3) return
  const bucket = await startFaultyBucket(s3)
  const test = await useServer({ env: { STORAGE_URL: bucket.url }, ports: { speech: silence } })
  const { summaries, database } = test.server.services
  afterAll(() => bucket.stop())
  beforeEach(() => {
    bucket.state = 'works'
  })
  let asked = 0

  it.each<BucketState>(['fails', 'full', 'hangs'])(
    'a summary waits without failing, and is made once the bucket no longer %s',
    async state => {
      const { client } = await test.newUser()
      bucket.state = state
      const { id } = await client.summaries.request({ body: { urlOrId: talks[asked++]!, type: youtube } })
      expect(await untilState(client, id, 'deferred')).toMatchObject({
        code: 'storage_unavailable',
        error: failures.storage_unavailable.waiting,
        retryAt: expect.any(String),
      })
      // Some minutes of it, try by try.
      for (let passedMs = 0, before = ''; passedMs < 3 * minuteMs; ) {
        const { retryAt } = await eventually(
          () => client.summaries.detail({ params: { id } }),
          entry => entry.state === 'deferred' && entry.retryAt !== before,
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
          const entry = await client.summaries.detail({ params: { id } })
          if (entry.state === 'deferred') {
            test.clock.advance(5 * minuteMs)
            await summaries.wakeDeferred()
          }
          return entry
        },
        entry => entry.state === 'ready',
        120_000,
      )
      expect(await ledgerFindings(database.db)).toEqual([])
    },
  )

  it('waits for a day, and then fails with the quota given back', async () => {
    const { client } = await test.newUser()
    bucket.state = 'fails'
    const { id } = await client.summaries.request({ body: { urlOrId: talks[asked++]!, type: youtube } })
    await untilState(client, id, 'deferred')
    test.clock.advance(25 * 60 * minuteMs)
    await summaries.wakeDeferred()
    expect(await untilState(client, id, 'failed')).toMatchObject({ code: 'storage_unavailable' })
    expect((await client.summaries.list()).month.used).toBe(0)
  })

  it.each<BucketState>(['fails', 'hangs'])(
    'a text is read in seconds, without the times of its audio, when it %s',
    async state => {
      const { client } = await test.newUser()
      const { id } = await readableSummary(client, talks[asked++]!)
      const ready = await untilState(client, id, 'ready')
      expect(ready.timings).not.toBeNull()
      bucket.state = state
      const startedAt = performance.now()
      const seen = await client.summaries.detail({ params: { id } })
      expect(performance.now() - startedAt).toBeLessThan(6_000)
      expect(seen).toMatchObject({ state: 'ready', content: ready.content, timings: null })
    },
  )

  it('a transcript and audio are refused with a sentence, within their time limit', async () => {
    const { client } = await test.newUser()
    const { id } = await readableSummary(client, talks[asked++]!)
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

  it('a start ends with a sentence when the bucket hangs', async () => {
    bucket.state = 'hangs'
    const started = startServer({ env: { STORAGE_URL: bucket.url }, fake: test.fake })
    await expect(started).rejects.toThrow(
      /^The bucket recaps at .* cannot be used by STORAGE_URL: it does not answer\.$/,
    )
  })
})
