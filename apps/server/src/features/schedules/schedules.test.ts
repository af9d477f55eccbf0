import type { Schedule } from '@recaps/contract'
import { failures } from '@recaps/contract/failures'
import type { PlanId } from '@recaps/domain/plans'
import { daylightSaving } from '@recaps/domain/time-zone'
import { describe, expect, it } from 'vitest'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { givePlan } from '../../../test/give-plan.ts'
import { databases, type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, refusal } from '../../../test/waiting.ts'

const test = await useServer({ env: { DEFAULT_PLAN: 'ultimate' } })
const ask = callsTo(test.url)
const { db } = test.server.services.database

const channelId = (n: number) => `UC${String(n).padStart(22, '0')}`
const channel = (n: number, told: object = {}) => ({
  id: channelId(n),
  title: `Channel ${n}`,
  description: 'What it is about',
  thumbnails: {
    default: 'https://yt3.ggpht.com/a=s88',
    medium: 'https://yt3.ggpht.com/a=s240',
    high: 'https://yt3.ggpht.com/a=s800',
  },
  ...told,
})
const channels = (count: number) => Array.from({ length: count }, (_, n) => channel(n))
/** What its user has chosen, without what is found out about it meanwhile. */
const chosen = ({ channelStates: _, forecastPerMonth: __, ...rest }: Schedule) => rest
const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3600_000).toISOString()
/** What the clocks of a zone show, to the minute. */
const timeOfDay = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(at))

async function buy(user: TestUser, planId: PlanId): Promise<void> {
  await db.deleteFrom('user_subscriptions').where('user_id', '=', user.id).execute()
  await givePlan(test, user, planId)
}

describe('a new schedule', () => {
  it('follows its channels monthly from an hour ahead, where nothing else is said [spec 3.8]', async () => {
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
    expect((await client.schedules.list()).map(chosen)).toEqual([chosen(made)])
    expect(chosen(await client.schedules.detail({ params: { id: made.id } }))).toEqual(chosen(made))
  })

  it('runs at the time of day in the zone of its owner, whatever zone the start was written in', async () => {
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

  it('is the only one: a second is refused', async () => {
    const { client } = await test.newUser()
    await client.schedules.create({ body: { channelList: channels(1) } })
    expect(await refusal(client.schedules.create({ body: { channelList: channels(1) } }))).toEqual({
      status: 400,
      code: 'schedule_exists',
      error: failures.schedule_exists.sentence,
    })
  })

  it('counts a channel once that was named twice', async () => {
    const user = await test.newUser()
    await buy(user, 'free')
    const made = await user.client.schedules.create({ body: { channelList: [channel(7), channel(7)] } })
    expect(made.channelList).toEqual([channel(7)])
  })

  it('may begin five minutes ago and then is due at once', async () => {
    const { client } = await test.newUser()
    const startDateTime = inHours(-4 / 60)
    const made = await client.schedules.create({ body: { channelList: channels(1), startDateTime } })
    expect(made.nextRunAt).toBe(startDateTime)
  })

  const wrong = (body: object, status: number, code: string, sentence: RegExp) => ({ body, status, code, sentence })
  it.each([
    wrong({ channelList: [] }, 400, 'invalid_request', /at least one channel/),
    wrong({}, 400, 'invalid_request', /channelList/),
    wrong({ channelList: channels(1), type: 'podcast' }, 400, 'invalid_request', /type podcast are not run yet/),
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
    wrong({ channelList: [channel(1, { id: '@handle' })] }, 400, 'invalid_request', /@handle is not the id/),
    wrong({ channelList: [channel(1, { id: `${channelId(1)}\n` })] }, 400, 'invalid_request', /not the id/),
    wrong({ channelList: [channel(1, { title: undefined })] }, 400, 'invalid_request', /title/),
    wrong({ channelList: channels(101) }, 403, 'too_many_channels', /No plan follows more than 100 channels/),
    wrong({ channelList: channels(501) }, 400, 'invalid_request', /at most 500/),
  ])('like $body is refused [spec 5.9]', async ({ body, status, code, sentence }) => {
    const { token, client } = await test.newUser()
    const refused = await ask('/api/schedules', withToken(token, json(body)))
    expect([refused.status, refused.json.code]).toEqual([status, code])
    expect(refused.json.error).toMatch(sentence)
    expect(await client.schedules.list()).toEqual([])
  })

  it('takes a hundred channels with long descriptions in a script of three bytes', async () => {
    const { client } = await test.newUser()
    const told = channels(100).map(one => ({ ...one, title: '映画'.repeat(100), description: '映画の話 '.repeat(180) }))
    const made = await client.schedules.create({ body: { channelList: told } })
    expect(made.channelList.map(one => one.id)).toEqual(told.map(one => one.id))
  })

  it('holds what its channels are called as plain text, and only pictures from where YouTube keeps them', async () => {
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
])('a start at %s is told beforehand to be %s by the clocks of Rome', async (startDateTime, clockChange) => {
  const { client } = await test.newUser()
  expect(await client.schedules.preview({ body: { startDateTime, frequency: 'monthly' } })).toMatchObject({
    clockChange,
  })
})

describe('a start at a time that the clocks skip', () => {
  const springs = [0, 370].map(
    days => daylightSaving('Europe/Rome', new Date(Date.parse(inHours(24 * days)))).dstStart!,
  )
  const skippedOn = springs.find(at => at > inHours(48))!.slice(0, 10)
  const startDateTime = `${skippedOn}T02:30:00+01:00`
  const day = (days: number) =>
    new Date(Date.parse(`${skippedOn}T00:00Z`) + days * 24 * 3600_000).toISOString().slice(0, 10)
  const dates = [`${day(0)}T03:30:00+02:00`, `${day(1)}T02:30:00+02:00`, `${day(2)}T02:30:00+02:00`]
  const wish = { startDateTime, frequency: 'daily' as const, channelList: channels(1) }

  it('comes later on that one date, and the others at the time that was chosen', async () => {
    const { client } = await test.newUser()
    const preview = await client.schedules.preview({ body: wish })
    expect(preview).toMatchObject({ nextThree: dates, clockChange: 'skipped' })
    const made = await client.schedules.create({ body: wish })
    expect(made).toMatchObject({ nextThree: dates, startClock: `${skippedOn}T02:30` })
    expect(new Date(made.startDateTime)).toEqual(new Date(dates[0]!))
  })

  it('keeps it when it is sent back, when the next date is sent with another frequency, and after a pause', async () => {
    const { client } = await test.newUser()
    const made = await client.schedules.create({ body: wish })
    const change = (body: Parameters<typeof client.schedules.change>[0]['body']) =>
      client.schedules.change({ params: { id: made.id }, body })
    expect((await change({ startDateTime: made.startDateTime })).nextThree).toEqual(dates)
    const weekly = await change({ startDateTime: made.nextRunAt, frequency: 'weekly' })
    expect(weekly.nextThree).toEqual([dates[0], `${day(7)}T02:30:00+02:00`, `${day(14)}T02:30:00+02:00`])
    await client.schedules.pause({ params: { id: made.id } })
    expect((await client.schedules.resume({ params: { id: made.id } })).nextThree).toEqual(weekly.nextThree)
  })

  it('is another one at the time at which the first comes, where that is what was written', async () => {
    const { client } = await test.newUser()
    const { id } = await client.schedules.create({ body: wish })
    const later = await client.schedules.change({ params: { id }, body: { startDateTime: dates[0]! } })
    expect(later.nextThree).toEqual([dates[0], `${day(1)}T03:30:00+02:00`, `${day(2)}T03:30:00+02:00`])
  })

  it('keeps the chosen time when one of the later dates is the next and begins anew', async () => {
    const { client } = await test.newUser()
    const body = { ...wish, startDateTime: `${day(-1)}T02:30:00+01:00` }
    const made = await client.schedules.create({ body })
    const { nextRunAt } = await client.schedules.skip({ params: { id: made.id } })
    const anew = await client.schedules.change({
      params: { id: made.id },
      body: { startDateTime: nextRunAt, frequency: 'alternate_days' },
    })
    expect(anew.nextThree).toEqual([dates[0], dates[2], `${day(4)}T02:30:00+02:00`])
  })
})

it('a preview tells what channels would take that nobody has followed yet', async () => {
  const { client } = await test.newUser()
  const known = { channelIds: ['UCP073R0_x88lMRBc-i9Z1Qg'], frequency: 'daily' as const }
  // A preview waits for nobody long: the next one has what the channel had not told in time.
  const { forecastPerMonth } = await eventually(
    () => client.schedules.preview({ body: known }),
    told => told.forecastPerMonth !== null,
  )
  expect(forecastPerMonth).toBeGreaterThan(0)
  expect((await client.schedules.preview({ body: { ...known, channelIds: [] } })).forecastPerMonth).toBeNull()
})

describe('a change', () => {
  async function made(frequency: 'daily' | 'monthly' = 'daily') {
    const user = await test.newUser()
    const schedule = await user.client.schedules.create({ body: { channelList: channels(3), frequency } })
    const change = (body: object) => user.client.schedules.change({ params: { id: schedule.id }, body })
    return { ...user, schedule, change }
  }

  it('touches only what it names', async () => {
    const { schedule, change, client } = await made()
    const changed = await change({ channelList: [channel(2), channel(9)] })
    const { channelStates, updatedAt } = changed
    expect(chosen(changed)).toEqual(chosen({ ...schedule, channelList: [channel(2), channel(9)], updatedAt }))
    expect(channelStates.map(({ channelId: id }) => id)).toEqual([channelId(2), channelId(9)])
    expect((await client.schedules.list()).map(chosen)).toEqual([chosen(changed)])
    expect(chosen(await change({}))).toEqual(chosen({ ...changed, updatedAt: expect.any(String) }))
  })

  it('that sends back an old start with everything else is no new start', async () => {
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

  it('of the frequency counts on from the start', async () => {
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

  it('to a new start moves all dates', async () => {
    const { change } = await made()
    const startDateTime = inHours(50)
    const changed = await change({ startDateTime })
    expect([changed.startDateTime, changed.nextRunAt]).toEqual([startDateTime, startDateTime])
  })

  it('that pauses leaves no date, and one that goes on brings the next', async () => {
    const { schedule, change } = await made()
    expect(await change({ disabled: true })).toMatchObject({ disabled: true, nextRunAt: null, nextThree: [] })
    test.clock.advance(3 * 24 * 3600_000)
    const resumed = await change({ disabled: false })
    expect(Date.parse(resumed.nextRunAt!)).toBeGreaterThan(Number(test.clock.now()))
    expect(Date.parse(resumed.nextRunAt!) - Number(test.clock.now())).toBeLessThan(24.1 * 3600_000)
    expect(resumed.startDateTime).toBe(schedule.startDateTime)
  })

  it('of the zone keeps the time of day, and is seen at once', async () => {
    const { change, client } = await made()
    // Far enough ahead to be ahead there as well.
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
  ])('to %s is refused and changes nothing', async (_, body, code) => {
    const { schedule, change, client } = await made()
    expect(await refusal(change({ frequency: 'weekly', ...body }))).toMatchObject({ status: 400, code })
    expect((await client.schedules.list()).map(chosen)).toEqual([chosen(schedule)])
  })

  it('under a smaller plan may not add to what is there, but keep, reduce and pause it [ASVS 2.3.2]', async () => {
    const user = await made()
    await buy(user, 'free')
    expect(await refusal(user.change({ channelList: [channel(0), channel(8)] }))).toEqual({
      status: 403,
      code: 'too_many_channels',
      error: 'Your plan follows at most 1 channel, and this would be 2. The Basic plan follows 2 channels.',
    })
    expect(await refusal(user.change({ frequency: 'weekly' }))).toMatchObject({ code: 'frequency_not_in_plan' })
    expect(await user.change({ ...user.schedule, disabled: true })).toMatchObject({
      disabled: true,
      frequency: 'daily',
    })
    expect((await user.change({ channelList: channels(2) })).channelList).toHaveLength(2)
    expect((await user.change({ frequency: 'monthly' })).frequency).toBe('monthly')
  })

  it('under a smaller plan takes back for a day what was removed, unless another has joined since', async () => {
    const user = await made()
    await buy(user, 'free')
    const follow = (...numbers: number[]) => user.change({ channelList: numbers.map(n => channel(n)) })
    const all = [0, 1, 2] as const
    await follow(0, 1)
    await follow(0)
    test.clock.advance(3600_000)
    expect((await follow(...all)).channelList).toEqual(channels(3))
    // What was uploaded while they were gone comes too.
    const followed = db.selectFrom('schedule_channels').select('added_at').where('schedule_id', '=', user.schedule.id)
    expect(new Set((await followed.execute()).map(({ added_at }) => added_at.getTime())).size).toBe(1)
    await follow(0, 1)
    expect(await refusal(follow(0, 1, 8))).toMatchObject({ code: 'too_many_channels' })
    await follow(8)
    expect(await refusal(follow(8, 0, 1))).toMatchObject({ code: 'too_many_channels' })

    const late = await made()
    await buy(late, 'free')
    await late.change({ channelList: channels(2) })
    test.clock.advance(25 * 3600_000)
    await test.server.services.schedules.housekeeping()
    const ask = late.change({ channelList: channels(3) })
    expect(await refusal(ask)).toMatchObject({ code: 'too_many_channels' })
    const kept = db.selectFrom('schedules').select('removed_channels').where('id', '=', late.schedule.id)
    expect(await kept.executeTakeFirst()).toEqual({ removed_channels: {} })
  })

  it('deletes it, and makes room for another', async () => {
    const { schedule, client } = await made()
    await client.schedules.delete({ params: { id: schedule.id } })
    expect(await client.schedules.list()).toEqual([])
    expect(await refusal(client.schedules.delete({ params: { id: schedule.id } }))).toMatchObject({ status: 404 })
    await client.schedules.create({ body: { channelList: channels(1) } })
  })
})

describe('a preview', () => {
  it('tells the first three dates with the offsets of the zone, and keeps nothing', async () => {
    const { client } = await test.newUser()
    const startDateTime = inHours(24)
    const told = await client.schedules.preview({ body: { frequency: 'weekly', startDateTime } })
    expect(told.timezone).toBe('Europe/Rome')
    expect(told.nextThree.map(at => at.slice(11, 16))).toEqual(Array(3).fill(timeOfDay(startDateTime, 'Europe/Rome')))
    expect(new Date(told.nextThree[0]!).toISOString().slice(0, 19)).toBe(startDateTime.slice(0, 19))
    for (const at of told.nextThree) expect(at).toMatch(/\+0[12]:00$/)
    expect(await client.schedules.list()).toEqual([])
  })

  it('refuses the starts that a schedule would refuse [ASVS 2.2.3]', async () => {
    const { client } = await test.newUser()
    const refused = await refusal(client.schedules.preview({ body: { startDateTime: '2020-01-01T00:00:00Z' } }))
    expect(refused).toMatchObject({ status: 400, code: 'start_in_past' })
    expect((await client.schedules.preview({ body: {} })).nextThree).toHaveLength(3)
  })
})

describe('somebody else', () => {
  it('finds nothing where the schedule of another is, and changes nothing of it', async () => {
    const owner = await test.newUser()
    const schedule = await owner.client.schedules.create({ body: { channelList: channels(2) } })
    const other = await test.newUser()
    const deleted = await test.newUser()
    await db.deleteFrom('users').where('id', '=', deleted.id).execute()
    const missing = schedule.id + 100_000
    const answer = async (token: string, method: string, id: number) => {
      const call = method === 'PUT' ? json({ disabled: true }, { method }) : { method }
      const { status, text, json: body } = await ask(`/api/schedules/${id}`, withToken(token, call))
      return { status, text: text.replace(body?.requestId, '') }
    }
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await answer(other.token, method, schedule.id)).status).toBe(404)
      expect(await answer(other.token, method, schedule.id)).toEqual(await answer(other.token, method, missing))
      for (const token of ['', deleted.token]) expect((await answer(token, method, schedule.id)).status).toBe(401)
    }
    expect(await other.client.schedules.list()).toEqual([])
    expect((await owner.client.schedules.list()).map(chosen)).toEqual([chosen(schedule)])
  })

  it('is not made of what a body says beside the fields that it may have [ASVS 8.2.3, 15.3.3]', async () => {
    const victim = await test.newUser()
    const held = await victim.client.schedules.create({ body: { channelList: channels(1) } })
    const user = await test.newUser()
    const forged = {
      id: held.id,
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
      channelList: [channel(1, { schedule_id: held.id, added_at: '2020-01-01', position: -1 })],
    }
    const made = await ask('/api/schedules', withToken(user.token, json(body)))
    expect(made.status).toBe(201)
    const changed = await ask(`/api/schedules/${made.json.id}`, withToken(user.token, json(body, { method: 'PUT' })))
    for (const schedule of [made.json, changed.json]) {
      expect(schedule).toMatchObject({ id: made.json.id, userId: user.id, timezone: 'Europe/Rome' })
      for (const at of ['nextRunAt', 'createdAt', 'updatedAt']) expect(schedule[at]).not.toMatch(/^2020/)
      expect(Object.keys(schedule.channelList[0]).sort()).toEqual(['description', 'id', 'thumbnails', 'title'])
    }
    expect(await victim.client.schedules.list()).toEqual([held])
    for (const text of ['{"__proto__":{"disabled":true},"frequency":"daily"}', '{"constructor":{"prototype":{}}}']) {
      const refused = await ask(`/api/schedules/${made.json.id}`, withToken(user.token, json(text, { method: 'PUT' })))
      expect(refused.status).toBe(400)
    }
    expect((await user.client.schedules.list())[0]).toMatchObject({ disabled: false, frequency: 'monthly' })
  })
})

for (const { kind, name, isHere } of databases)
  describe.skipIf(!isHere)(`many at once, ${name}`, async () => {
    const many = isHere ? await useServer({ database: kind, env: { DEFAULT_PLAN: 'free' } }) : test

    it('of 20 new schedules of one user one is made [ASVS 2.3.4]', async () => {
      const { client } = await many.newUser()
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => client.schedules.create({ body: { channelList: [channel(n)] } })),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const codes = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.body?.code] : []))
      expect(new Set(codes)).toEqual(new Set(['schedule_exists']))
      const [schedule, ...others] = await client.schedules.list()
      expect([schedule!.channelList.length, others]).toEqual([1, []])
    })

    it('20 changes that each name another channel leave the one of the last, never two', async () => {
      const { client } = await many.newUser()
      const { id } = await client.schedules.create({ body: { channelList: [channel(0)] } })
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          client.schedules.change({ params: { id }, body: { channelList: [channel(n)] } }),
        ),
      )
      expect((await client.schedules.detail({ params: { id } })).channelList).toHaveLength(1)
    })
  })
