import { failures } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'
import { deliverRun } from '../schedules/job-kinds.ts'

const hourMs = 3600_000

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`a server limited to five YouTube requests an hour, ${name}`, async () => {
    const env = { YOUTUBE_PER_HOUR: '5' }
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech }, env }) : undefined!
    const requestSummary = async ({ client }: TestUser, urlOrId: string) =>
      (await client.summaries.request({ body: { urlOrId, type: youtube } })).id
    /** Requests a summary for a schedule, so that no user is waiting for it. */
    const schedule = async ({ id }: TestUser, videoId: string) => {
      const { database, summaries } = test.server.services
      const followUp = { name: deliverRun.name, data: { runId: 0 } }
      const request = { videoId, preset: 'standard', maxLength: 1000, followUp }
      return (await database.db.transaction().execute(trx => summaries.requestScheduled(trx, id, request)))!
    }
    const statesOf = async ({ client }: TestUser) =>
      (await client.summaries.list()).data.map(({ state }) => (state === 'readable' ? 'ready' : state)).sort()
    const playerRequests = () => test.fake.requests.filter(key => key.startsWith('player|')).length

    it('defers YouTube requests beyond the hourly limit, reserves the last ones for users, and fails no summary', async () => {
      const [user, follower] = [await test.newUser(), await test.newUser()]
      // Background work may use four of the five requests. The last one is reserved for users.
      for (const video of talks.slice(0, 5)) await schedule(follower, video)
      await eventually(
        () => statesOf(follower),
        states => states.join() === 'deferred,ready,ready,ready,ready',
      )
      const first = await requestSummary(user, talks[5]!)
      await untilState(user.client, first, 'readable', 'ready')
      const second = await requestSummary(user, talks[6]!)
      const waiting = await untilState(user.client, second, 'deferred', 'failed')
      expect(waiting).toMatchObject({ state: 'deferred', code: 'paced', error: failures.paced.whileWaiting })
      const retryInMs = new Date(waiting.retryAt!).getTime() - test.clock.now().getTime()
      expect(retryInMs).toBeGreaterThan(0.9 * hourMs)
      expect(retryInMs).toBeLessThanOrEqual(hourMs)
      expect(playerRequests()).toBe(5)

      test.clock.advance(hourMs)
      await test.server.services.summaries.wakeDeferred()
      await untilState(user.client, second, 'readable', 'ready')
      await eventually(
        () => statesOf(follower),
        states => states.every(state => state === 'ready'),
      )
      expect(playerRequests()).toBe(7)
      expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
    })

    it('uses one player request for both the details and the captions of a video', async () => {
      test.clock.advance(2 * hourMs)
      const user = await test.newUser()
      const before = playerRequests()
      await user.client.summaries.preview({ body: { urlOrId: talks[7]! } })
      await untilState(user.client, await requestSummary(user, talks[7]!), 'readable', 'ready')
      expect(playerRequests() - before).toBe(1)
    })

    it('does not count waiting for the hourly limit as a YouTube failure in the metrics', async () => {
      const text = await test.server.services.metrics.text()
      expect(text).not.toMatch(/paced/)
      expect(text).toMatch(/recaps_youtube_resting\{provider="innertube\/VISIONOS"\} 0/)
    })
  })
