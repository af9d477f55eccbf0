import { randomUUID } from 'node:crypto'
import type { Schedule } from '@recaps/contract'
import type { PlanId } from '@recaps/domain/plans'
import { generatedChannelId } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { channelToFollow, fetchChannelRow, pollLater, pollNow } from '../../../test/followed-channels.ts'
import { readMails, recipientAddress, waitForMails } from '../../../test/mailbox.ts'
import { callOutcome } from '../../../test/race-servers.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually, refusal } from '../../../test/wait-for.ts'
import { deliverRun } from './job-kinds.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** A schedule without the computed fields, which can change between two calls. */
const settingsOf = ({ channelStates: _, forecastPerMonth: __, updatedAt: ___, ...rest }: Schedule) => rest

let numbers = 0
const newChannel = () => generatedChannelId(500 + ++numbers)

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`a deleted schedule, ${name}`, async () => {
    const test = await useServer({ database: isAvailable ? kind : 'embedded', ports: { speech: silentSpeech } })
    const { fake, clock } = test
    const { db } = test.server.services.database
    const { housekeeping } = test.server.services.schedules

    /** A user with a confirmed address and a daily schedule of these channels that starts in an hour. */
    async function follower(...ids: string[]) {
      const user = await test.newUser()
      await db.updateTable('users').set({ email_verified_at: clock.now() }).where('id', '=', user.id).execute()
      const body = { frequency: 'daily' as const, channelList: ids.map(channelToFollow) }
      const schedule = await user.client.schedules.create({ body })
      const params = { id: schedule.id }
      return {
        ...user,
        schedule,
        params,
        remove: () => user.client.schedules.delete({ params }),
        restore: () => user.client.schedules.restore({ params }),
        runs: async () => (await user.client.schedules.runs({ params })).data,
      }
    }
    type Follower = Awaited<ReturnType<typeof follower>>

    const untilRuns = (user: Follower, count: number) =>
      eventually(user.runs, runs => runs.length === count && runs.every(({ state }) => state === 'ended'), 60_000)
    const firstDigest = (user: TestUser) => waitForMails(test.dataDir, user.email, /new video/)
    const digests = async (user: TestUser) =>
      (await readMails(test.dataDir)).filter(
        mail => recipientAddress(mail) === user.email && /new video/.test(mail.subject ?? ''),
      )
    /** Claims due schedules twice, as the scheduler does every second. */
    async function claimTwice() {
      for (const _ of [1, 2]) await test.server.services.following.claimDue()
    }
    const rowsOf = (user: TestUser) => db.selectFrom('schedules').select('id').where('user_id', '=', user.id).execute()
    const plan = (user: TestUser, plan_id: PlanId) =>
      db
        .insertInto('user_subscriptions')
        .values({
          ...{ user_id: user.id, plan_id, type: 'youtube', status: 'active', started_at: clock.now() },
          ...{ payment_method: 'card', transaction_id: '', amount_cents: 0, currency: 'usd', is_trial: false },
        })
        .execute()

    it('a deleted schedule is not found anywhere, and is unchanged once restored', async () => {
      const user = await follower(newChannel(), newChannel())
      const { schedules } = user.client
      await user.remove()
      expect(await schedules.list()).toEqual([])
      for (const call of ['detail', 'run', 'pause', 'skip', 'runs'] as const)
        expect(await refusal(schedules[call]({ params: user.params }))).toMatchObject({ status: 404 })
      const change = schedules.change({ params: user.params, body: { disabled: true } })
      expect(await refusal(change)).toMatchObject({ status: 404 })
      expect(await test.server.services.makeExportDeps.dataReaders.schedules?.(user.id)).toEqual([])
      expect(settingsOf(await user.restore())).toEqual(settingsOf(user.schedule))
      expect((await schedules.list()).map(settingsOf)).toEqual([settingsOf(user.schedule)])
    })

    it('a deleted schedule is restored only once by parallel requests, without losing or duplicating it', async () => {
      const user = await follower(newChannel())
      const { schedules } = user.client
      await user.remove()
      await Promise.all([1, 2, 3].map(user.restore))
      expect(await schedules.list()).toHaveLength(1)
      const body = { channelList: [channelToFollow(newChannel())] }
      const calls = [1, 2, 3, 4].flatMap(() => [user.remove, user.restore, () => schedules.create({ body })])
      const outcomes = await Promise.all(calls.map(call => callOutcome(call())))
      expect(['taken', 'not_found', 'schedule_exists']).toEqual(expect.arrayContaining(outcomes))
      expect((await schedules.list()).length).toBeLessThanOrEqual(1)
      expect((await rowsOf(user)).length).toBeLessThanOrEqual(2)
    })

    it('a deleted schedule cannot be restored once the user has created another one', async () => {
      const user = await follower(newChannel())
      await plan(user, 'free')
      await user.remove()
      const body = { channelList: [channelToFollow(newChannel())] }
      const other = await user.client.schedules.create({ body })
      expect(await refusal(user.restore())).toMatchObject({ status: 400, code: 'schedule_exists' })
      expect((await user.client.schedules.list()).map(({ id }) => id)).toEqual([other.id])
      // Only the last deleted schedule can be restored.
      await user.client.schedules.delete({ params: { id: other.id } })
      expect(await refusal(user.restore())).toMatchObject({ status: 404 })
      expect(await rowsOf(user)).toEqual([{ id: other.id }])
    })

    it('the channels of a deleted schedule are not polled until it is restored', async () => {
      const id = newChannel()
      const user = await follower(id)
      await pollNow(test)
      await user.remove()
      await pollLater(test, 1.2 * hourMs)
      expect(await fetchChannelRow(test, id)).toMatchObject({ next_poll_at: null, poll_begun_at: null })
      await user.restore()
      expect((await fetchChannelRow(test, id)).next_poll_at).not.toBeNull()
    })

    it('a deleted schedule does not run, and a missed date runs once after it is restored', async () => {
      const id = newChannel()
      const user = await follower(id)
      await fake.publish({ channelId: id }, { channelId: id })
      await user.remove()
      clock.advance(hourMs + minuteMs)
      await claimTwice()
      expect(await db.selectFrom('runs').select('id').where('user_id', '=', user.id).execute()).toEqual([])
      await user.restore()
      await claimTwice()
      expect(await untilRuns(user, 1)).toMatchObject([{ kind: 'due', dueAt: user.schedule.nextRunAt, summarised: 2 }])
      expect(await firstDigest(user)).toHaveLength(1)
      const [restored] = await user.client.schedules.list()
      expect(restored!.nextRunAt).toBe(new Date(user.schedule.nextThree[1]!).toISOString())

      clock.advance(24 * hourMs)
      expect((await untilRuns(user, 2))[0]).toMatchObject({ outcome: 'nothing_new' })
      expect(await digests(user)).toHaveLength(1)
    })

    it('a digest that comes due after the schedule was deleted is sent when it is restored', async () => {
      const id = newChannel()
      const user = await follower(id)
      await user.client.schedules.change({ params: user.params, body: { filters: { skipLive: false } } })
      await fake.publish({ channelId: id, state: { kind: 'live' } as never }, { channelId: id })
      clock.advance(hourMs + minuteMs)
      await eventually(
        async () => (await user.client.summaries.list()).data.map(({ state }) => state).sort(),
        states => states.join() === 'deferred,ready',
        60_000,
      )
      await user.remove()
      clock.advance(4 * hourMs)
      const run = () =>
        db.selectFrom('runs').select(['id', 'state']).where('user_id', '=', user.id).executeTakeFirstOrThrow()
      const { queue } = test.server.services
      const { id: runId } = await run()
      const jobs = () =>
        sql`select id from pgboss.job where name = ${deliverRun.name} and data->>'runId' = ${String(runId)}`.execute(db)
      const before = (await jobs()).rows
      await test.server.services.following.endOverdue()
      expect((await jobs()).rows).toEqual(before)
      const job = await db.transaction().execute(trx => queue.send(trx, deliverRun, { runId }))
      await eventually(
        () => sql<{ state: string }>`select state from pgboss.job where id = ${job}`.execute(db),
        ({ rows }) => rows[0]?.state === 'completed',
      )
      expect((await run()).state).toBe('waiting')
      expect(await digests(user)).toEqual([])
      await user.restore()
      expect(await untilRuns(user, 1)).toMatchObject([{ outcome: 'new', summarised: 1 }])
      expect(await firstDigest(user)).toHaveLength(1)
    })

    it('restoring a deleted schedule continues a run whose process crashed', async () => {
      const id = newChannel()
      const user = await follower(id)
      const [video] = await fake.publish({ channelId: id })
      await user.remove()
      const { id: run_id } = await db
        .insertInto('runs')
        .values({
          ...{ schedule_id: user.schedule.id, user_id: user.id, kind: 'due', due_at: clock.now(), state: 'gathering' },
          ...{ job_id: randomUUID(), created_at: clock.now() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('run_items')
        .values({
          ...{ run_id, user_id: user.id, video_id: video!.id, channel_id: id, title: '', published_at: clock.now() },
          state: 'found',
        })
        .execute()
      await user.restore()
      expect(await untilRuns(user, 1)).toMatchObject([{ outcome: 'new', summarised: 1 }])
    })

    it('a restored schedule follows the limits of the current plan and the user’s current time zone', async () => {
      const user = await follower(newChannel(), newChannel())
      await user.remove()
      await plan(user, 'free')
      await user.client.users.changeSettings({ body: { timeZone: 'Asia/Tokyo' } })
      const restored = await user.restore()
      expect(restored).toMatchObject({
        ...{ pausedByPlan: true, timezone: 'Asia/Tokyo', startClock: user.schedule.startClock },
        channelStates: [{ pausedByPlan: false }, { pausedByPlan: true }],
      })
      // In Tokyo that time of day has already passed.
      expect(restored.nextRunAt?.slice(0, 16)).toBe(new Date(`${restored.startClock}+09:00`).toISOString().slice(0, 16))
      await claimTwice()
      expect((await untilRuns(user, 1))[0]).toMatchObject({ outcome: 'frequency_not_in_plan' })
    })

    it('a deleted schedule is erased with its channels after a day, and not earlier', async () => {
      const user = await follower(newChannel())
      const channels = () =>
        db.selectFrom('schedule_channels').selectAll().where('schedule_id', '=', user.schedule.id).execute()
      await user.remove()
      clock.advance(24 * hourMs - minuteMs)
      await housekeeping()
      expect(await channels()).toHaveLength(1)
      clock.advance(2 * minuteMs)
      expect(await refusal(user.restore())).toMatchObject({ status: 404 })
      await housekeeping()
      expect([await rowsOf(user), await channels()]).toEqual([[], []])
      expect(await refusal(user.restore())).toMatchObject({ status: 404 })
    })

    it('deleting the account erases a deleted schedule at once', async () => {
      const user = await follower(newChannel())
      await user.remove()
      await user.client.account.delete({ body: { password } })
      expect(await rowsOf(user)).toEqual([])
      expect(await refusal(user.restore())).toMatchObject({ status: 401 })
    })
  })
