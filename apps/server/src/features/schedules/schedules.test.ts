import type { Schedule } from '@recaps/contract'
import { failures } from '@recaps/contract/failures'
import type { PlanId } from '@recaps/domain/plans'
import { daylightSaving } from '@recaps/domain/time-zone'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { givePlan } from '../../../test/give-plan.ts'
import { databases, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, refusal } from '../../../test/wait-for.ts'

const test = await useServer({ env: { DEFAULT_PLAN: 'ultimate' } })
const request = createApiCaller(test.url)
const { db } = test.server.services.database

const channelId = (n: number) => `UC${String(n).padStart(22, '0')}`
const channel = (n: number, details: object = {}) => ({
  id: channelId(n),
  title: `Channel ${n}`,
  description: 'A description',
  thumbnails: {
    default: 'https://yt3.ggpht.com/a=s88',
    medium: 'https://yt3.ggpht.com/a=s240',
    high: 'https://yt3.ggpht.com/a=s800',
  },
  ...details,
})
const channels = (count: number) => Array.from({ length: count }, (_, n) => channel(n))
/** A schedule without the computed fields, which can change between two calls. */
const settingsOf = ({ channelStates: _, forecastPerMonth: __, ...rest }: Schedule) => rest
const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3600_000).toISOString()
const timeOfDay = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at))

async function buy(user: TestUser, planId: PlanId): Promise<void> {
  await db.deleteFrom('user_subscriptions').where('user_id', '=', user.id).execute()
  await givePlan(test, user, planId)
}

describe('a new schedule', () => {
  it('a new schedule runs monthly and starts in an hour by default [spec 3.8]', async () => {
    const { client, id } = await test.newUser()
    const made = await client.schedules.create({ body: { channelList: channels(2) } })
    expect(made).toMatchObject({
      userId: id,
      type: 'youtube',
      frequency: 'monthly',
      disabled: false,
      timezone: 'Europe/Rome',
      channelList: channels(2),
    })
    expect(Math.abs(Date.parse(made.startDateTime) - Date.parse(inHours(1)))).toBeLessThan(10_000)
    expect(made.nextRunAt).toBe(made.startDateTime)
    expect(made.nextThree.map(at => at.slice(11, 19))).toEqual(Array(3).fill(made.nextThree[0]!.slice(11, 19)))
    expect((await client.schedules.list()).map(settingsOf)).toEqual([settingsOf(made)])
    expect(settingsOf(await client.schedules.detail({ params: { id: made.id } }))).toEqual(settingsOf(made))
  })

  it('a new schedule runs at its owner’s local time, even if the start was written with another offset', async () => {
    const { client } = await test.newUser()
    const start = inHours(30)
    const elsewhere = `${new Date(Date.parse(start) + 5.5 * 3600_000).toISOString().slice(0, 19)}+05:30`
    const made = await client.schedules.create({
      body: { channelList: channels(1), frequency: 'daily', startDateTime: elsewhere },
    })
    expect(made.startDateTime.slice(0, 19)).toBe(start.slice(0, 19))
    expect(new Set(made.nextThree.map(at => timeOfDay(at, 'Europe/Rome')))).toEqual(
      new Set([timeOfDay(start, 'Europe/Rome')]),
    )
  })

  it('a second schedule of the same user is refused', async () => {
    const { client } = await test.newUser()
    await client.schedules.create({ body: { channelList: channels(1) } })
    expect(await refusal(client.schedules.create({ body: { channelList: channels(1) } }))).toEqual({
      status: 400,
      code: 'schedule_exists',
      error: failures.schedule_exists.sentence,
    })
  })

  it('a channel that a new schedule lists twice is counted once', async () => {
    const user = await test.newUser()
    await buy(user, 'free')
    const made = await user.client.schedules.create({ body: { channelList: [channel(7), channel(7)] } })
    expect(made.channelList).toEqual([channel(7)])
  })

  it('a new schedule may start up to five minutes in the past, and is then due at once', async () => {
    const { client } = await test.newUser()
    const startDateTime = inHours(-4 / 60)
    const made = await client.schedules.create({ body: { channelList: channels(1), startDateTime } })
    expect(made.nextRunAt).toBe(startDateTime)
  })

  const wrong = (body: object, status: number, code: string, sentence: RegExp) => ({ body, status, code, sentence })
  it.each([
    wrong({ channelList: [] }, 400, 'invalid_request', /at least one channel/),
    wrong({}, 400, 'invalid_request', /channelList/),
    wrong({ channelList: channels(1), type: 'podcast' }, 400, 'invalid_request', /type podcast aren’t supported/),
    wrong({ channelList: channels(1), type: 'radio' }, 400, 'invalid_request', /type/),
    wrong({ channelList: channels(1), frequency: 'hourly' }, 400, 'invalid_request', /frequency/),
    wrong({ channelList: channels(1), startDateTime: '2020-01-01T00:00:00Z' }, 400, 'start_in_past', /past/),
    wrong({ channelList: channels(1), startDateTime: '9999-12-31T23:59:59Z' }, 400, 'invalid_request', /within a year/),
    wrong(
      { channelList: channels(1), startDateTime: 'tomorrow' },
      400,
      'invalid_request',
      /date and time with its zone/,
    ),
    wrong({ channelList: channels(1), startDateTime: '2026-11-31T09:00:00Z' }, 400, 'invalid_request', /date and time/),
    wrong({ channelList: channels(1), startDateTime: '2026-11-21T09:00:00' }, 400, 'invalid_request', /zone/),
    wrong(
      { channelList: [channel(1, { id: '@handle' })] },
      400,
      'invalid_request',
      /“@handle” is not a YouTube channel ID/,
    ),
    wrong(
      { channelList: [channel(1, { id: `${channelId(1)}\n` })] },
      400,
      'invalid_request',
      /not a YouTube channel ID/,
    ),
    wrong({ channelList: [channel(1, { title: undefined })] }, 400, 'invalid_request', /title/),
    wrong({ channelList: channels(101) }, 403, 'too_many_channels', /No plan allows more than 100 channels/),
    wrong({ channelList: channels(501) }, 400, 'invalid_request', /at most 500/),
  ])('a new schedule with $body is refused [spec 5.9]', async ({ body, status, code, sentence }) => {
    const { token, client } = await test.newUser()
    const refused = await request('/api/schedules', withToken(token, json(body)))
    expect([refused.status, refused.json.code]).toEqual([status, code])
    expect(refused.json.error).toMatch(sentence)
    expect(await client.schedules.list()).toEqual([])
  })

  it('a new schedule accepts 100 channels with long descriptions in a script of three bytes per letter', async () => {
    const { client } = await test.newUser()
    const longChannels = channels(100).map(one => ({
      ...one,
      title: '映画'.repeat(100),
      description: '映画の話 '.repeat(180),
    }))
    const made = await client.schedules.create({ body: { channelList: longChannels } })
    expect(made.channelList.map(({ id }) => id)).toEqual(longChannels.map(({ id }) => id))
  })

  it('a schedule stores channel names as plain text, and pictures only from YouTube hosts', async () => {
    const { client } = await test.newUser()
    const made = await client.schedules.create({
      body: {
        channelList: [
          channel(1, {
            title: 'News\r\nBcc: all@example.com \u202Egnp.exe <b>',
            description: 'd'.repeat(9_000),
            thumbnails: {
              default: 'https://yt3.ggpht.com.evil.example/a.jpg',
              medium: 'javascript:alert(1)',
              high: 'https://i9.ytimg.com/vi/x/hqdefault.jpg',
            },
          }),
          channel(2, {
            title: '\u202E\u0007',
            thumbnails: {
              default: 'http://yt3.ggpht.com/a',
              medium: 'https://user@yt3.ggpht.com/a',
              high: 'https://yt3.ggpht.com:8443/a',
            },
          }),
        ],
      },
    })
    const [first, second] = made.channelList
    expect(first!.title).toBe('News Bcc: all@example.com gnp.exe <b>')
    expect(first!.description).toHaveLength(1_000)
    expect(first!.thumbnails).toEqual({ default: '', medium: '', high: 'https://i9.ytimg.com/vi/x/hqdefault.jpg' })
    expect(second).toMatchObject({ title: channelId(2), thumbnails: { default: '', medium: '', high: '' } })
  })
})

it.each([
  ['2027-03-28T02:30:00+01:00', 'skipped'],
  ['2027-10-31T02:30:00+02:00', 'twice'],
  ['2027-10-31T02:30:00+01:00', 'twice'],
  ['2027-03-28T03:30:00+02:00', null],
  ['2027-06-01T02:30:00+02:00', null],
])('a preview of a start at %s in Rome reports the clock change %s', async (startDateTime, clockChange) => {
  const { client } = await test.newUser()
  expect(await client.schedules.preview({ body: { startDateTime, frequency: 'monthly' } })).toMatchObject({
    clockChange,
  })
})

describe('a start at a local time that daylight saving time skips', () => {
  const springChanges = [0, 370].map(
    days => daylightSaving('Europe/Rome', new Date(Date.parse(inHours(24 * days)))).dstStart!,
  )
  const skippedOn = springChanges.find(at => at > inHours(48))!.slice(0, 10)
  const startDateTime = `${skippedOn}T02:30:00+01:00`
  const day = (days: number) =>
    new Date(Date.parse(`${skippedOn}T00:00Z`) + days * 24 * 3600_000).toISOString().slice(0, 10)
  const dates = [`${day(0)}T03:30:00+02:00`, `${day(1)}T02:30:00+02:00`, `${day(2)}T02:30:00+02:00`]
  const skippedStart = { startDateTime, frequency: 'daily' as const, channelList: channels(1) }

  it('a start at a skipped local time is later on that date only', async () => {
    const { client } = await test.newUser()
    const preview = await client.schedules.preview({ body: skippedStart })
    expect(preview).toMatchObject({ nextThree: dates, clockChange: 'skipped' })
    const made = await client.schedules.create({ body: skippedStart })
    expect(made).toMatchObject({ nextThree: dates, startClock: `${skippedOn}T02:30` })
    expect(new Date(made.startDateTime)).toEqual(new Date(dates[0]!))
  })

  it('a skipped local time is kept when the start or the next date is sent back, and after a pause', async () => {
    const { client } = await test.newUser()
    const made = await client.schedules.create({ body: skippedStart })
    const change = (body: Parameters<typeof client.schedules.change>[0]['body']) =>
      client.schedules.change({ params: { id: made.id }, body })
    expect((await change({ startDateTime: made.startDateTime })).nextThree).toEqual(dates)
    const weekly = await change({ startDateTime: made.nextRunAt, frequency: 'weekly' })
    expect(weekly.nextThree).toEqual([dates[0], `${day(7)}T02:30:00+02:00`, `${day(14)}T02:30:00+02:00`])
    await client.schedules.pause({ params: { id: made.id } })
    expect((await client.schedules.resume({ params: { id: made.id } })).nextThree).toEqual(weekly.nextThree)
  })

  it('a new start at the shifted time of the first date moves all dates to that time', async () => {
    const { client } = await test.newUser()
    const { id } = await client.schedules.create({ body: skippedStart })
    const later = await client.schedules.change({ params: { id }, body: { startDateTime: dates[0]! } })
    expect(later.nextThree).toEqual([dates[0], `${day(1)}T03:30:00+02:00`, `${day(2)}T03:30:00+02:00`])
  })

  it('a schedule keeps its time of day when its next date, shifted by the clock change, is sent as the new start', async () => {
    const { client } = await test.newUser()
    const body = { ...skippedStart, startDateTime: `${day(-1)}T02:30:00+01:00` }
    const made = await client.schedules.create({ body })
    const { nextRunAt } = await client.schedules.skip({ params: { id: made.id } })
    const restarted = await client.schedules.change({
      params: { id: made.id },
      body: { startDateTime: nextRunAt, frequency: 'alternate_days' },
    })
    expect(restarted.nextThree).toEqual([dates[0], dates[2], `${day(4)}T02:30:00+02:00`])
  })
})

it('a preview forecasts the summaries of channels that no user follows yet', async () => {
  const { client } = await test.newUser()
  const body = { channelIds: ['UCP073R0_x88lMRBc-i9Z1Qg'], frequency: 'daily' as const }
  // A preview does not wait long for YouTube; a later one has the data that is still missing.
  const { forecastPerMonth } = await eventually(
    () => client.schedules.preview({ body }),
    preview => preview.forecastPerMonth !== null,
  )
  expect(forecastPerMonth).toBeGreaterThan(0)
  expect((await client.schedules.preview({ body: { ...body, channelIds: [] } })).forecastPerMonth).toBeNull()
})

describe('a change', () => {
  async function made(frequency: 'daily' | 'monthly' = 'daily') {
    const user = await test.newUser()
    const schedule = await user.client.schedules.create({ body: { channelList: channels(3), frequency } })
    const change = (body: object) => user.client.schedules.change({ params: { id: schedule.id }, body })
    return { ...user, schedule, change }
  }

  it('a change updates only the fields it contains', async () => {
    const { schedule, change, client } = await made()
    const changed = await change({ channelList: [channel(2), channel(9)] })
    const { channelStates, updatedAt } = changed
    expect(settingsOf(changed)).toEqual(settingsOf({ ...schedule, channelList: [channel(2), channel(9)], updatedAt }))
    expect(channelStates.map(({ channelId: id }) => id)).toEqual([channelId(2), channelId(9)])
    expect((await client.schedules.list()).map(settingsOf)).toEqual([settingsOf(changed)])
    expect(settingsOf(await change({}))).toEqual(settingsOf({ ...changed, updatedAt: expect.any(String) }))
  })

  it('a change that sends back an old start does not set a new start', async () => {
    const { schedule, change } = await made('monthly')
    await db
      .updateTable('schedules')
      .set({ start_clock: '2025-01-31T09:00:00', next_run_at: new Date('2040-02-28T08:00:00Z') })
      .where('id', '=', schedule.id)
      .execute()
    const read = await change({})
    expect(read.startDateTime).toBe('2025-01-31T08:00:00.000Z')
    const changed = await change({ ...read, channelList: [channel(1)] })
    expect([changed.startDateTime, changed.nextRunAt]).toEqual([read.startDateTime, '2040-02-28T08:00:00.000Z'])
    expect(await refusal(change({ startDateTime: '2025-01-31T08:00:01Z' }))).toMatchObject({ code: 'start_in_past' })
  })

  it('a change of the frequency continues from the start', async () => {
    const { schedule, change } = await made()
    await db
      .updateTable('schedules')
      .set({ start_clock: '2025-01-31T09:00:00' })
      .where('id', '=', schedule.id)
      .execute()
    const changed = await change({ frequency: 'monthly' })
    const next = new Date(changed.nextRunAt!)
    expect(next > test.clock.now()).toBe(true)
    expect(Number(next) - Number(test.clock.now())).toBeLessThan(32 * 24 * 3600_000)
    expect(timeOfDay(changed.nextRunAt!, 'Europe/Rome')).toBe('09:00')
  })

  it('a change to a new start moves all dates', async () => {
    const { change } = await made()
    const startDateTime = inHours(50)
    const changed = await change({ startDateTime })
    expect([changed.startDateTime, changed.nextRunAt]).toEqual([startDateTime, startDateTime])
  })

  it('a paused schedule has no dates, and a resumed one continues with the next date', async () => {
    const { schedule, change } = await made()
    expect(await change({ disabled: true })).toMatchObject({ disabled: true, nextRunAt: null, nextThree: [] })
    test.clock.advance(3 * 24 * 3600_000)
    const resumed = await change({ disabled: false })
    expect(Date.parse(resumed.nextRunAt!)).toBeGreaterThan(Number(test.clock.now()))
    expect(Date.parse(resumed.nextRunAt!) - Number(test.clock.now())).toBeLessThan(24.1 * 3600_000)
    expect(resumed.startDateTime).toBe(schedule.startDateTime)
  })

  it('a change of the user’s time zone keeps the local time of day and is visible at once', async () => {
    const { change, client } = await made()
    // Far enough in the future to be in the future in the other zone as well.
    const schedule = await change({ startDateTime: inHours(30) })
    await client.users.changeSettings({ body: { timeZone: 'Asia/Kathmandu' } })
    const [moved] = await client.schedules.list()
    expect(moved!.timezone).toBe('Asia/Kathmandu')
    expect(moved!.nextThree.map(at => at.slice(0, 19))).toEqual(schedule.nextThree.map(at => at.slice(0, 19)))
    expect(moved!.nextThree[0]).toMatch(/\+05:45$/)
  })

  it.each([
    ['no channels', { channelList: [] }, 'invalid_request'],
    ['another type', { type: 'news' }, 'invalid_request'],
    ['a made-up channel', { channelList: [channel(1, { id: 'UCx' })] }, 'invalid_request'],
    ['a start in the past', { startDateTime: '2020-01-01T00:00:00Z' }, 'start_in_past'],
  ])('a change to %s is refused and changes nothing', async (_, body, code) => {
    const { schedule, change, client } = await made()
    expect(await refusal(change({ frequency: 'weekly', ...body }))).toMatchObject({ status: 400, code })
    expect((await client.schedules.list()).map(settingsOf)).toEqual([settingsOf(schedule)])
  })

  it('a schedule beyond the limits of a smaller plan can be kept, reduced and paused, but not extended [ASVS 2.3.2]', async () => {
    const user = await made()
    await buy(user, 'free')
    expect(await refusal(user.change({ channelList: [channel(0), channel(8)] }))).toEqual({
      status: 403,
      code: 'too_many_channels',
      error: 'Your plan allows up to 1 channel, but you chose 2. The Basic plan allows 2 channels.',
    })
    expect(await refusal(user.change({ frequency: 'weekly' }))).toMatchObject({ code: 'frequency_not_in_plan' })
    expect(await user.change({ ...user.schedule, disabled: true })).toMatchObject({
      disabled: true,
      frequency: 'daily',
    })
    expect((await user.change({ channelList: channels(2) })).channelList).toHaveLength(2)
    expect((await user.change({ frequency: 'monthly' })).frequency).toBe('monthly')
  })

  it('a schedule beyond its plan’s channel limit can restore removed channels for a day, until a new one is added', async () => {
    const user = await made()
    await buy(user, 'free')
    const follow = (...numbers: number[]) => user.change({ channelList: numbers.map(n => channel(n)) })
    const all = [0, 1, 2] as const
    await follow(0, 1)
    await follow(0)
    test.clock.advance(3600_000)
    expect((await follow(...all)).channelList).toEqual(channels(3))
    // They keep their follow date, so uploads from the time in between are included.
    const followed = db.selectFrom('schedule_channels').select('added_at').where('schedule_id', '=', user.schedule.id)
    expect(new Set((await followed.execute()).map(({ added_at }) => added_at.getTime())).size).toBe(1)
    await follow(0, 1)
    expect(await refusal(follow(0, 1, 8))).toMatchObject({ code: 'too_many_channels' })
    await follow(8)
    expect(await refusal(follow(8, 0, 1))).toMatchObject({ code: 'too_many_channels' })

    const other = await made()
    await buy(other, 'free')
    await other.change({ channelList: channels(2) })
    test.clock.advance(25 * 3600_000)
    await test.server.services.schedules.housekeeping()
    const change = other.change({ channelList: channels(3) })
    expect(await refusal(change)).toMatchObject({ code: 'too_many_channels' })
    const stored = db.selectFrom('schedules').select('removed_channels').where('id', '=', other.schedule.id)
    expect(await stored.executeTakeFirst()).toEqual({ removed_channels: {} })
  })

  it('deleting a schedule allows creating another one', async () => {
    const { schedule, client } = await made()
    await client.schedules.delete({ params: { id: schedule.id } })
    expect(await client.schedules.list()).toEqual([])
    expect(await refusal(client.schedules.delete({ params: { id: schedule.id } }))).toMatchObject({ status: 404 })
    await client.schedules.create({ body: { channelList: channels(1) } })
  })
})

describe('a preview', () => {
  it('a preview shows the first three dates with the offsets of the user’s zone, and stores nothing', async () => {
    const { client } = await test.newUser()
    const startDateTime = inHours(24)
    const preview = await client.schedules.preview({ body: { frequency: 'weekly', startDateTime } })
    expect(preview.timezone).toBe('Europe/Rome')
    expect(preview.nextThree.map(at => at.slice(11, 16))).toEqual(
      Array(3).fill(timeOfDay(startDateTime, 'Europe/Rome')),
    )
    expect(new Date(preview.nextThree[0]!).toISOString().slice(0, 19)).toBe(startDateTime.slice(0, 19))
    for (const at of preview.nextThree) expect(at).toMatch(/\+0[12]:00$/)
    expect(await client.schedules.list()).toEqual([])
  })

  it('a preview refuses the same starts as a schedule [ASVS 2.2.3]', async () => {
    const { client } = await test.newUser()
    const refused = await refusal(client.schedules.preview({ body: { startDateTime: '2020-01-01T00:00:00Z' } }))
    expect(refused).toMatchObject({ status: 400, code: 'start_in_past' })
    expect((await client.schedules.preview({ body: {} })).nextThree).toHaveLength(3)
  })
})

describe('other users', () => {
  it('another user’s schedule looks like a missing one and cannot be changed', async () => {
    const owner = await test.newUser()
    const schedule = await owner.client.schedules.create({ body: { channelList: channels(2) } })
    const other = await test.newUser()
    const deleted = await test.newUser()
    await db.deleteFrom('users').where('id', '=', deleted.id).execute()
    const missing = schedule.id + 100_000
    const answer = async (token: string, method: string, id: number) => {
      const call = method === 'PUT' ? json({ disabled: true }, { method }) : { method }
      const { status, text, json: body } = await request(`/api/schedules/${id}`, withToken(token, call))
      return { status, text: text.replace(body?.requestId, '') }
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await answer(other.token, method, schedule.id)).status).toBe(404)
      expect(await answer(other.token, method, schedule.id)).toEqual(await answer(other.token, method, missing))
      for (const token of ['', deleted.token]) expect((await answer(token, method, schedule.id)).status).toBe(401)
    }
    expect(await other.client.schedules.list()).toEqual([])
    expect((await owner.client.schedules.list()).map(settingsOf)).toEqual([settingsOf(schedule)])
  })

  it('a schedule ignores request fields that the client must not set [ASVS 8.2.3, 15.3.3]', async () => {
    const victim = await test.newUser()
    const existing = await victim.client.schedules.create({ body: { channelList: channels(1) } })
    const user = await test.newUser()
    const forged = {
      id: existing.id,
      userId: victim.id,
      user_id: victim.id,
      timezone: 'Pacific/Apia',
      nextRunAt: '2020-01-01T00:00:00.000Z',
      next_run_at: '2020-01-01T00:00:00.000Z',
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-01T00:00:00.000Z',
      start_clock: '2020-01-01T00:00:00',
      channelLimit: 1_000,
    }
    const body = {
      ...forged,
      channelList: [channel(1, { schedule_id: existing.id, added_at: '2020-01-01', position: -1 })],
    }
    const made = await request('/api/schedules', withToken(user.token, json(body)))
    expect(made.status).toBe(201)
    const changed = await request(
      `/api/schedules/${made.json.id}`,
      withToken(user.token, json(body, { method: 'PUT' })),
    )
    for (const schedule of [made.json, changed.json]) {
      expect(schedule).toMatchObject({ id: made.json.id, userId: user.id, timezone: 'Europe/Rome' })
      for (const at of ['nextRunAt', 'createdAt', 'updatedAt']) expect(schedule[at]).not.toMatch(/^2020/)
      expect(Object.keys(schedule.channelList[0]).sort()).toEqual(['description', 'id', 'thumbnails', 'title'])
    }
    expect(await victim.client.schedules.list()).toEqual([existing])
    for (const text of ['{"__proto__":{"disabled":true},"frequency":"daily"}', '{"constructor":{"prototype":{}}}']) {
      const refused = await request(
        `/api/schedules/${made.json.id}`,
        withToken(user.token, json(text, { method: 'PUT' })),
      )
      expect(refused.status).toBe(400)
    }
    expect((await user.client.schedules.list())[0]).toMatchObject({ disabled: false, frequency: 'monthly' })
  })
})

for (const { kind, name, isAvailable } of databases)
  describe.skipIf(!isAvailable)(`parallel requests, ${name}`, async () => {
    const server = isAvailable ? await useServer({ database: kind, env: { DEFAULT_PLAN: 'free' } }) : test

    it('only one of 20 parallel requests of a user creates a schedule [ASVS 2.3.4]', async () => {
      const { client } = await server.newUser()
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => client.schedules.create({ body: { channelList: [channel(n)] } })),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const codes = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.body?.code] : []))
      expect(new Set(codes)).toEqual(new Set(['schedule_exists']))
      const [schedule, ...others] = await client.schedules.list()
      expect([schedule!.channelList.length, others]).toEqual([1, []])
    })

    it('20 parallel changes to different channels leave exactly one channel', async () => {
      const { client } = await server.newUser()
      const { id } = await client.schedules.create({ body: { channelList: [channel(0)] } })
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          client.schedules.change({ params: { id }, body: { channelList: [channel(n)] } }),
        ),
      )
      expect((await client.schedules.detail({ params: { id } })).channelList).toHaveLength(1)
    })
  })
