import { createClient } from '@recaps/contract'
import { describe, expect, it } from 'vitest'
import { databasesInTurn, password, startServer, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal, untilState, youtube } from '../../../test/waiting.ts'

const bread = 'Sli7FA6EbqI'
const yogurt = 'kdDFSBxHX2o'
const chilli = 'vIafLRfE1cI'

for (const { kind, name, isHere } of databasesInTurn) {
  describe.skipIf(!isHere)(`a summary, ${name}`, async () => {
    const test = isHere ? await useServer({ database: kind }) : undefined!

    it('goes from a link to a cited text and to sound [spec 5.8]', async () => {
      const { client } = await test.newUser()
      const asked = await client.summaries.request({ body: { urlOrId: `https://youtu.be/${bread}`, type: youtube } })
      // A worker may have taken it in hand by the time it is answered.
      expect(['queued', 'working']).toContain(asked.state)
      expect(asked).toMatchObject({ summary: '', audioUrl: null, type: 'youtube' })

      const readable = await untilState(client, asked.id, 'readable', 'ready')
      expect(readable.summary.length).toBeGreaterThan(500)
      expect(readable.summary.length).toBeLessThanOrEqual(10_000)
      expect(readable.videoInfo).toMatchObject({
        videoId: bread,
        channel: 'Salt & Reason',
        title: 'Why bread goes stale, and why the fridge makes it worse',
      })

      const { content, videoInfo } = readable
      expect(videoInfo.duration).toMatch(/^PT\d+M/)
      const sentences = content!.sections.flatMap(section => section.sentences)
      expect(sentences.length).toBeGreaterThan(3)
      for (const { cites } of sentences) {
        expect(cites.length).toBeGreaterThan(0)
        for (const { startMs, endMs } of cites)
          expect(0 <= startMs && startMs <= endMs && endMs <= content!.coverage.durationMs).toBe(true)
      }

      const ready = await untilState(client, asked.id, 'ready')
      expect(ready.audio).toBe('ready')
      const sound = await fetch(test.url + ready.audioUrl)
      expect(sound.headers.get('content-type')).toBe('audio/mpeg')
      expect((await sound.arrayBuffer()).byteLength).toBe(Number(sound.headers.get('content-length')))
      const last = ready.timings!.at(-1)!
      expect(Math.abs(last.endMs - ready.audioDurationMs!)).toBeLessThan(50)
      expect(ready.timings!.filter(line => line.sentence >= 0).length).toBe(
        1 + content!.inThreePoints.length + sentences.length,
      )
    })

    it('serves its sound in byte ranges of exact length', async () => {
      const { client } = await test.newUser()
      const { id } = await readableSummary(client, bread)
      const { audioUrl } = await untilState(client, id, 'ready')
      const part = await fetch(test.url + audioUrl, { headers: { range: 'bytes=100-199' } })
      expect(part.status).toBe(206)
      expect((await part.arrayBuffer()).byteLength).toBe(100)
      const size = Number(/\/(\d+)$/.exec(part.headers.get('content-range')!)![1])
      const tail = await fetch(test.url + audioUrl, { headers: { range: 'bytes=-10' } })
      expect(tail.headers.get('content-range')).toBe(`bytes ${size - 10}-${size - 1}/${size}`)
      const head = await fetch(test.url + audioUrl, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
      expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, size])
      const outside = await fetch(test.url + audioUrl, { headers: { range: `bytes=${size}-` } })
      expect(outside.status).toBe(416)
    })

    it('gives its sound to nobody once the session is over, and not under a changed link [ASVS 7.4.1, 9.1.1, 14.2.1]', async () => {
      const { client, email } = await test.newUser()
      const { id } = await readableSummary(client, bread)
      const { audioUrl } = await untilState(client, id, 'ready')
      expect((await fetch(test.url + audioUrl!.replace('session=', 'session=1'))).status).toBe(404)
      expect((await fetch(test.url + audioUrl!.replace('expires=1', 'expires=2'))).status).toBe(404)
      // Each session has links of its own: another one that lives does not keep them alive.
      const again = await test.anonymous.auth.login({ body: { email, password } })
      const other = createClient({ baseUrl: test.url, token: () => again.token })
      const theirs = (await other.summaries.detail({ params: { id } })).audioUrl!
      expect((await fetch(test.url + theirs)).status).toBe(200)
      await client.auth.logout()
      expect((await fetch(test.url + audioUrl)).status).toBe(404)
      const moved = audioUrl!.replace(/session=\d+/, /session=\d+/.exec(theirs)![0])
      expect((await fetch(test.url + moved)).status).toBe(404)
      expect((await fetch(test.url + theirs)).status).toBe(200)
    })

    it('is made once for everybody, and every other user reads it at once', async () => {
      await readableSummary((await test.newUser()).client, yogurt)
      const asked = test.fake.requests.length
      const took: number[] = []
      for (let other = 0; other < 5; other++) {
        const { client } = await test.newUser()
        const startedAt = performance.now()
        const theirs = await client.summaries.request({ body: { urlOrId: yogurt, type: youtube } })
        took.push(performance.now() - startedAt)
        expect(['readable', 'ready']).toContain(theirs.state)
        expect(theirs.summary).toContain('.')
        expect((await client.summaries.list()).month.used).toBe(1)
      }
      expect(test.fake.requests.length).toBe(asked)
      // The fastest of five: what the product needs, whatever else the machine does meanwhile.
      expect(Math.min(...took)).toBeLessThan(1_000)
    })

    it('is one entry for a user however often it is asked for, in either form of the request [spec 3.13]', async () => {
      const { client } = await test.newUser()
      const asks = await Promise.all([
        client.summaries.request({ body: { urlOrId: chilli, type: youtube } }),
        client.summaries.request({
          body: { videoUrl: `https://www.youtube.com/watch?v=${chilli}&t=10s`, type: youtube },
        }),
        client.summaries.request({
          body: { urlOrId: `https://m.youtube.com/shorts/${chilli}`, type: youtube, maxLength: 10_000 },
        }),
      ])
      expect(new Set(asks.map(summary => summary.id)).size).toBe(1)
      await untilState(client, asks[0]!.id, 'readable', 'ready')
      const { data, month } = await client.summaries.list()
      expect([data.length, month.used]).toEqual([1, 1])
    })

    it('is cut at the end of a sentence when it must be short, and speaks what it shows', async () => {
      const { client } = await test.newUser()
      const { id } = await client.summaries.request({ body: { urlOrId: bread, type: youtube, maxLength: 900 } })
      const short = await untilState(client, id, 'ready')
      expect(short.summary.length).toBeLessThanOrEqual(900)
      expect(short.content!.cut).toBe(true)
      const sentences = short.content!.sections.flatMap(section => section.sentences).length
      expect(short.timings!.filter(line => line.section >= 0 && line.sentence >= 0).length).toBe(sentences)
    })

    it('shows a stranger nothing, in the same words as for one that does not exist', async () => {
      const [owner, stranger] = [await test.newUser(), await test.newUser()]
      const { id } = await readableSummary(owner.client, bread)
      const params = { id }
      const calls = [
        stranger.client.summaries.detail({ params }),
        stranger.client.summaries.delete({ params }),
        stranger.client.summaries.cancel({ params }),
        stranger.client.summaries.retry({ params }),
        stranger.client.summaries.transcript({ params }),
        stranger.client.summaries.view({ params, body: {} }),
        stranger.client.summaries.change({ params, body: { readPosition: 3 } }),
        stranger.client.summaries.restore({ params }),
        stranger.client.summaries.detail({ params: { id: 999_999 } }),
      ]
      const refusals = await Promise.all(calls.map(refusal))
      for (const refused of refusals)
        expect(refused).toEqual({ status: 404, code: 'not_found', error: refusals[0]!.error })
      expect((await refusal(test.anonymous.summaries.detail({ params }))).status).toBe(401)
    })

    it('is counted as seen once a day and user', async () => {
      const { client } = await test.newUser()
      const { id, viewCount } = await readableSummary(client, yogurt)
      await client.summaries.view({ params: { id }, body: { id, type: youtube } })
      await client.summaries.view({ params: { id }, body: {} })
      const seen = await client.summaries.detail({ params: { id } })
      expect([seen.viewCount - viewCount, seen.unread]).toEqual([1, false])
      expect((await refusal(client.summaries.view({ params: { id }, body: { id: id + 1 } }))).status).toBe(400)
    })

    it('keeps its place in the month when deleted, and comes back when that is undone', async () => {
      const { client } = await test.newUser()
      const { id } = await readableSummary(client, bread)
      await client.summaries.delete({ params: { id } })
      expect(await client.summaries.list()).toMatchObject({ data: [], month: { used: 1 } })
      // Only its owner can undo that.
      const stranger = await test.newUser()
      expect((await refusal(stranger.client.summaries.restore({ params: { id } }))).status).toBe(404)
      expect((await client.summaries.list()).data).toEqual([])
      await client.summaries.restore({ params: { id } })
      expect((await client.summaries.list()).data.map(summary => summary.id)).toEqual([id])
    })

    it('keeps the place where its reader and its listener stopped', async () => {
      const { client } = await test.newUser()
      const { id } = await readableSummary(client, bread)
      await client.summaries.change({ params: { id }, body: { readPosition: 7, listenedMs: 61_000 } })
      expect(await client.summaries.detail({ params: { id } })).toMatchObject({ readPosition: 7, listenedMs: 61_000 })
    })

    it('shows the words it was made from', async () => {
      const { client } = await test.newUser()
      const { id } = await readableSummary(client, bread)
      const { segments, kind: trackKind } = await client.summaries.transcript({ params: { id } })
      expect(trackKind).toMatch(/manual|auto/)
      expect(segments.length).toBeGreaterThan(20)
      expect(segments.map(segment => segment.text).join(' ')).toMatch(/starch/i)
    })

    it('comes from an uploaded caption file too, for its owner alone [ASVS 5.4.1]', async () => {
      const { client } = await test.newUser()
      const { segments } = await client.summaries.transcript({
        params: { id: (await readableSummary(client, bread)).id },
      })
      const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23)
      const vtt = `WEBVTT\n\n${segments.map(s => `${stamp(s.startMs)} --> ${stamp(s.endMs)}\n${s.text}\n`).join('\n')}`
      const upload = (text: string) =>
        fetch(`${test.url}/api/summaries/upload?name=My%20talk.vtt`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
          body: text,
        })
      const { client: owner, token } = await test.newUser()
      const answer = await upload(vtt)
      expect(answer.status).toBe(202)
      const { id } = (await answer.json()) as { id: number }
      const summary = await untilState(owner, id, 'ready')
      expect(summary).toMatchObject({
        origin: 'upload',
        videoInfo: { title: 'My talk', videoUrl: null, thumbnailUrl: null },
      })
      expect((await upload(vtt)).status).toBe(200)
      const refusals = [
        ['', /^This file is empty\. Choose /],
        ['WEBVTT\n\n', /^This file is empty\. Choose /],
        ['WEBVTT\n\n00:01.000 --> 00:09.000\n[music] Hello.', /no spoken words, or too few to summarize\. Choose /],
        ['<html><body>hello</body></html>', /^This is a web page, not a caption file\. Download /],
        ['a\n'.repeat(2_000_000), /^This file holds more than the captions of 12 hours\. Upload a part of it\.$/],
        ['\u0000\u0001\u0002', /no spoken words/],
        ['{"a":1}', /holds no captions we can read\. Use /],
      ] as const
      for (const [bad, sentence] of refusals) {
        const refused = await upload(bad)
        const { code, error } = (await refused.json()) as { code: string; error: string }
        expect([bad.slice(0, 20), refused.status, code]).toEqual([bad.slice(0, 20), 400, 'upload_unreadable'])
        expect(error).toMatch(sentence)
      }
      const huge = await upload(`WEBVTT\n\n${'x'.repeat(5 * 1024 * 1024)}`)
      expect([huge.status, ((await huge.json()) as { error: string }).error]).toEqual([
        400,
        'This file is larger than 5 MB, the most a caption file may have. Upload a part of it.',
      ])
    })

    it('is listed newest first, in pages, by search and by filter [ASVS 1.2.9]', async () => {
      const { client } = await test.newUser()
      const ids: number[] = []
      for (const video of [bread, yogurt, chilli]) ids.unshift((await readableSummary(client, video)).id)
      const first = await client.summaries.list({ query: { limit: 2 } })
      const second = await client.summaries.list({ query: { limit: 2, cursor: first.nextCursor } })
      expect([...first.data, ...second.data].map(summary => summary.id)).toEqual(ids)
      expect(second.nextCursor).toBeNull()
      const oldest = await client.summaries.list({ query: { limit: 2, order: 'oldest' } })
      const newest = await client.summaries.list({ query: { limit: 2, order: 'oldest', cursor: oldest.nextCursor } })
      expect([...oldest.data, ...newest.data].map(summary => summary.id)).toEqual(ids.toReversed())
      expect(newest.nextCursor).toBeNull()
      const found = await client.summaries.list({ query: { q: 'YOGURT at' } })
      expect(found.data.map(summary => summary.videoInfo.videoId)).toEqual([yogurt])
      expect((await client.summaries.list({ query: { q: '100%_' } })).data).toEqual([])
      expect((await client.summaries.list({ query: { state: 'failed' } })).data).toEqual([])
      expect((await client.summaries.list({ query: { state: 'unread' } })).data.length).toBe(3)
    })
  })
}

describe('the month of a plan', () => {
  it('accepts what the plan holds and then says which plan holds more [spec 5.12] [ASVS 2.3.2]', async () => {
    const test = await startServer({ env: { DEFAULT_PLAN: 'free' } })
    try {
      const { client, email } = await test.newUser()
      for (const video of [bread, yogurt, chilli]) await readableSummary(client, video)
      const refused = await refusal(client.summaries.request({ body: { urlOrId: 'gRHHjJqI4qA', type: youtube } }))
      expect(refused).toEqual({
        status: 403,
        code: 'monthly_limit_reached',
        error: 'You have used all 3 of your summaries for this month. The Basic plan has 10 a month.',
      })
      test.clock.advance(31 * 24 * 3600 * 1000)
      const { token } = await test.anonymous.auth.login({ body: { email, password } })
      const nextMonth = createClient({ baseUrl: test.url, token: () => token })
      expect((await nextMonth.summaries.list()).month).toMatchObject({ used: 0, remaining: 3 })
    } finally {
      await test.stop()
    }
  })

  it('accepts exactly one of many requests at once when one place is left [ASVS 2.3.4]', async () => {
    const test = await startServer({ env: { DEFAULT_PLAN: 'free' } })
    try {
      const { client } = await test.newUser()
      for (const video of [bread, yogurt]) await readableSummary(client, video)
      const videos = talks.filter(video => video !== bread && video !== yogurt).slice(0, 8)
      const answers = await Promise.allSettled(
        videos.map(urlOrId => client.summaries.request({ body: { urlOrId, type: youtube } })),
      )
      expect(answers.filter(answer => answer.status === 'fulfilled').length).toBe(1)
      expect((await client.summaries.list()).month.used).toBe(3)
    } finally {
      await test.stop()
    }
  })
})
