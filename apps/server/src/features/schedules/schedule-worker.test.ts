import type { Schedule } from '@recaps/contract'
import type { Frequency } from '@recaps/domain/plans'
import { describe, expect, it } from 'vitest'
import { givePlan } from '../../../test/give-plan.ts'
import { waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually, refusal, youtube } from '../../../test/wait-for.ts'

const [salt, street] = ['UCP073R0_x88lMRBc-i9Z1Qg', 'UCYIeKfdLB23dvt6-dCFgRrQ'] as const
const [minuteMs, hourMs] = [60_000, 3_600_000]

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`following channels, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const { fake, clock } = test ?? {}
    const db = test?.server.services.database.db
    // The newest video of the fake is dated at its start. A user who follows a channel in that second would get it too.
    clock?.advance(minuteMs)

    const channels = (...ids: string[]) =>
      ids.map(id => ({
        id,
        title: `Channel ${id}`,
        description: '',
        thumbnails: { default: '', medium: '', high: '' },
      }))

    /** A user with a confirmed address and a schedule of these channels that starts in an hour. */
    async function follower(ids: string[], settings: { frequency?: Frequency; filters?: object } = {}) {
      const user = await test.newUser()
      await db.updateTable('users').set({ email_verified_at: clock.now() }).where('id', '=', user.id).execute()
      const schedule = await user.client.schedules.create({
        body: { frequency: 'daily', channelList: channels(...ids), ...settings },
      })
      return { ...user, schedule }
    }

    const fetchSchedule = async ({ client }: TestUser): Promise<Schedule> => (await client.schedules.list())[0]!

    /** The newest run, once there are this many runs and it has ended. */
    const untilRun = (user: TestUser & { schedule: Schedule }, runs = 1) =>
      eventually(
        async () => (await user.client.schedules.runs({ params: { id: user.schedule.id } })).data,
        data => data.length === runs && data[0]?.state === 'ended',
        120_000,
      )
        .then(data => data[0]!)
        .catch(async error => {
          // The states of the recaps show what the run is waiting for.
          const recaps = await db
            .selectFrom('recaps')
            .select(['video_id', 'state', 'stage', 'code', 'retry_at'])
            .execute()
          throw new Error(`The run has not ended. Recaps: ${JSON.stringify(recaps)}`, { cause: error })
        })

    it('a run summarizes new uploads and announces them once, by mail and in the app', async () => {
      const user = await follower([salt, street])
      await fake.publish({ channelId: salt }, { channelId: salt }, { channelId: street })
      clock.advance(hourMs + minuteMs)
      expect(await untilRun(user)).toMatchObject({ kind: 'due', outcome: 'new', summarised: 3, failed: 0, listed: 0 })

      const { data, month } = await user.client.summaries.list()
      expect(data.map(({ origin, state }) => [origin, state])).toEqual(Array(3).fill(['schedule', 'ready']))
      expect(month.used).toBe(3)
      const [mail] = await waitForMails(test.dataDir, user.email, /3 new videos/)
      for (const { videoInfo } of data) expect(mail!.text).toContain(videoInfo.title)
      const { data: notices, unread } = await user.client.notices.list()
      expect(notices.map(notice => notice.kind)).toEqual(['digest'])
      expect(unread).toBe(1)
      expect((await fetchSchedule(user)).lastRun).toMatchObject({ mail: 'sent' })

      // Nothing new on the next day, so no mail.
      clock.advance(24 * hourMs)
      expect(await untilRun(user, 2)).toMatchObject({ outcome: 'nothing_new', mail: 'none' })
      expect(await waitForMails(test.dataDir, user.email, /new video/)).toHaveLength(1)
    })

    it('a run skips videos uploaded before the channel was followed', async () => {
      await fake.publish({ channelId: salt })
      clock.advance(minuteMs)
      const user = await follower([salt])
      clock.advance(hourMs + minuteMs)
      expect(await untilRun(user)).toMatchObject({ outcome: 'nothing_new' })
    })

    it('a run never requests a video again that the user has summarized, even if the summary was deleted', async () => {
      const user = await follower([street])
      const [own, deleted] = await fake.publish({ channelId: street }, { channelId: street })
      await user.client.summaries.request({ body: { urlOrId: own!.id, type: youtube } })
      clock.advance(hourMs + minuteMs)
      expect(await untilRun(user)).toMatchObject({ summarised: 1 })
      const { data } = await user.client.summaries.list({ query: { origin: 'schedule' } })
      expect(data.map(({ videoInfo }) => videoInfo.videoId)).toEqual([deleted!.id])
      await user.client.summaries.delete({ params: { id: data[0]!.id } })
      clock.advance(24 * hourMs)
      expect(await untilRun(user, 2)).toMatchObject({ outcome: 'nothing_new' })
    })

    it('a run summarizes the newest videos within the monthly quota and lists the others by title', async () => {
      const user = await follower([salt], { frequency: 'monthly' })
      await givePlan(test, user, 'free')
      const videos = await fake.publish(
        ...[1, 2, 3, 4, 5].map(n => ({ channelId: salt, at: new Date(clock.now().getTime() + n * minuteMs) })),
      )
      clock.advance(hourMs + minuteMs)
      expect(await untilRun(user)).toMatchObject({ summarised: 3, listed: 2 })
      const { data } = await user.client.summaries.list()
      expect(data.map(({ videoInfo }) => videoInfo.videoId).sort()).toEqual(
        videos
          .slice(2)
          .map(({ id }) => id)
          .sort(),
      )
      const [mail] = await waitForMails(test.dataDir, user.email, /new videos/)
      for (const { title } of videos) expect(mail!.text).toContain(title)
      expect(mail!.text).toMatch(/2 more without a summary/)
    })

    it('a run skips Shorts, videos that are too short, and videos beyond the limit per channel', async () => {
      const user = await follower([salt], { filters: { maxPerChannel: 2, minMinutes: 1 } })
      await fake.publish(
        { channelId: salt, isShort: true },
        ...[1, 2, 3].map(n => ({ channelId: salt, at: new Date(clock.now().getTime() + n * minuteMs) })),
      )
      clock.advance(hourMs + minuteMs)
      expect(await untilRun(user)).toMatchObject({ summarised: 2 })
    })

    it('a schedule beyond the limits of a smaller plan skips its runs and notifies the user once', async () => {
      const user = await follower([salt, street])
      await givePlan(test, user, 'free')
      await fake.publish({ channelId: salt })
      for (const day of [1, 2]) {
        clock.advance(24 * hourMs)
        expect(await untilRun(user, day)).toMatchObject({ outcome: 'frequency_not_in_plan' })
      }
      expect(await fetchSchedule(user)).toMatchObject({
        pausedByPlan: true,
        channelStates: [{ pausedByPlan: false }, { pausedByPlan: true }],
      })
      const { data } = await user.client.notices.list()
      expect(data.map(({ kind }) => kind)).toEqual(['schedule_paused'])
      const refused = await refusal(user.client.schedules.run({ params: { id: user.schedule.id } }))
      expect(refused).toMatchObject({ status: 403, code: 'frequency_not_in_plan' })
    })

    it('a channel shows the result of the last run, or none if it was not part of it', async () => {
      const user = await follower([salt])
      await fake.publish({ channelId: salt })
      clock.advance(hourMs + minuteMs)
      await untilRun(user)
      const params = { id: user.schedule.id }
      const { channelStates } = await user.client.schedules.change({
        params,
        body: { channelList: channels(salt, street) },
      })
      expect(channelStates.map(({ lastRun }) => lastRun?.found ?? null)).toEqual([1, null])
      clock.advance(24 * hourMs)
      await untilRun(user, 2)
      expect((await fetchSchedule(user)).channelStates.map(({ lastRun }) => lastRun?.found)).toEqual([0, 0])
      await givePlan(test, user, 'free')
      clock.advance(24 * hourMs)
      expect(await untilRun(user, 3)).toMatchObject({ outcome: 'frequency_not_in_plan' })
      expect((await fetchSchedule(user)).channelStates.map(({ lastRun }) => lastRun)).toEqual([null, null])
    })

    it('a run can be started by hand, only one at a time, without changing the dates', async () => {
      const user = await follower([salt])
      await fake.publish({ channelId: salt })
      clock.advance(2 * minuteMs)
      const params = { id: user.schedule.id }
      await Promise.all([user.client.schedules.run({ params }), user.client.schedules.run({ params })])
      expect(await untilRun(user)).toMatchObject({ kind: 'now', summarised: 1 })
      expect((await fetchSchedule(user)).nextRunAt).toBe(user.schedule.nextRunAt)
    })

    it('a schedule does not run while it is paused or on a skipped date', async () => {
      const user = await follower([salt])
      const params = { id: user.schedule.id }
      expect(await user.client.schedules.pause({ params })).toMatchObject({ disabled: true, nextRunAt: null })
      await fake.publish({ channelId: salt })
      clock.advance(48 * hourMs)
      const resumed = await user.client.schedules.resume({ params })
      expect(Date.parse(resumed.nextRunAt!)).toBeGreaterThan(clock.now().getTime())
      const skipped = await user.client.schedules.skip({ params })
      expect(skipped.nextRunAt).toBe(new Date(resumed.nextThree[1]!).toISOString())
      clock.advance(24 * hourMs)
      expect((await user.client.schedules.runs({ params })).data).toEqual([])
      clock.advance(24 * hourMs)
      expect(await untilRun(user)).toMatchObject({ summarised: 1 })
    })

    it('a digest is sent after three hours even if a summary is late, and names that video', async () => {
      const user = await follower([salt], { filters: { skipLive: false } })
      const [stream] = await fake.publish({ channelId: salt, state: { kind: 'live' } as never }, { channelId: salt })
      clock.advance(hourMs + minuteMs)
      await eventually(
        async () => (await user.client.summaries.list()).data.map(({ state }) => state).sort(),
        states => states.join() === 'deferred,ready',
        60_000,
      )
      expect((await fetchSchedule(user)).lastRun).toMatchObject({ state: 'working' })
      clock.advance(3 * hourMs)
      expect(await untilRun(user)).toMatchObject({ summarised: 1 })
      const [mail] = await waitForMails(test.dataDir, user.email, /new video/)
      expect(mail!.text).toContain(stream!.title)
    })
  })
}
