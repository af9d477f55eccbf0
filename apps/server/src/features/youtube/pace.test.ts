import { failures } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silence } from '../../../test/silence.ts'
import { databases, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'
import { deliverRun } from '../schedules/job-kinds.ts'

const hourMs = 3600_000

for (const { kind, name, isHere } of databases)
  describe.skipIf(!isHere)(`a server that asks YouTube for five videos an hour, ${name}`, async () => {
    const env = { YOUTUBE_PER_HOUR: '5' }
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence }, env }) : undefined!
    const ask = async ({ client }: TestUser, urlOrId: string) =>
      (await client.summaries.request({ body: { urlOrId, type: youtube } })).id
    /** In the name of a schedule, with no user who waits. */
    const schedule = async ({ id }: TestUser, videoId: string) => {
      const { database, summaries } = test.server.services
      const followUp = { name: deliverRun.name, data: { runId: 0 } }
      const wish = { videoId, preset: 'standard', maxLength: 1000, followUp }
      return (await database.db.transaction().execute(trx => summaries.requestScheduled(trx, id, wish)))!
    }
    const statesOf = async ({ client }: TestUser) =>
      (await client.summaries.list()).data.map(({ state }) => (state === 'readable' ? 'ready' : state)).sort()
    const askedPlayers = () => test.fake.requests.filter(key => key.startsWith('player|')).length

    it('requests beyond the limit wait, the last places are kept for users, and no summary fails', async () => {
      const [user, follower] = [await test.newUser(), await test.newUser()]
      // Four of the five places are for whoever comes; the last is for users.
      for (const video of talks.slice(0, 5)) await schedule(follower, video)
      await eventually(
        () => statesOf(follower),
        states => states.join() === 'deferred,ready,ready,ready,ready',
      )
      const first = await ask(user, talks[5]!)
      await untilState(user.client, first, 'readable', 'ready')
      const second = await ask(user, talks[6]!)
      const waiting = await untilState(user.client, second, 'deferred', 'failed')
      expect(waiting).toMatchObject({ state: 'deferred', code: 'paced', error: failures.paced.waiting })
      const inMs = new Date(waiting.retryAt!).getTime() - test.clock.now().getTime()
      expect(inMs).toBeGreaterThan(0.9 * hourMs)
      expect(inMs).toBeLessThanOrEqual(hourMs)
      expect(askedPlayers()).toBe(5)

      test.clock.advance(hourMs)
      await test.server.services.summaries.wakeDeferred()
      await untilState(user.client, second, 'readable', 'ready')
      await eventually(
        () => statesOf(follower),
        states => states.every(state => state === 'ready'),
      )
      expect(askedPlayers()).toBe(7)
      expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
    })

    it('one player request serves both the details and the captions of a video', async () => {
      test.clock.advance(2 * hourMs)
      const user = await test.newUser()
      const before = askedPlayers()
      await user.client.summaries.preview({ body: { urlOrId: talks[7]! } })
      await untilState(user.client, await ask(user, talks[7]!), 'readable', 'ready')
      expect(askedPlayers() - before).toBe(1)
    })

    it('waiting for the limit does not count as a failure of YouTube in the metrics', async () => {
      const text = await test.server.services.metrics.text()
      expect(text).not.toMatch(/paced/)
      expect(text).toMatch(/recaps_youtube_resting\{provider="innertube\/VISIONOS"\} 0/)
    })
  })
