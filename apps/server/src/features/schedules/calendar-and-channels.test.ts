import { describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { type TestServer, useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const [salt, street] = ['UCP073R0_x88lMRBc-i9Z1Qg', 'UCYIeKfdLB23dvt6-dCFgRrQ'] as const
const [minuteMs, hourMs] = [60_000, 3_600_000]

async function follower(test: TestServer, body: { startDateTime?: string } = {}) {
  const { db } = test.server.services.database
  const user = await test.newUser()
  await db.updateTable('users').set({ email_verified_at: test.clock.now() }).where('id', '=', user.id).execute()
  const channelList = [salt, street].map((id, n) => ({
    id,
    title: ['Salt & Reason', 'Long Street'][n]!,
    description: '',
    thumbnails: { default: '', medium: '', high: '' },
  }))
  const schedule = await user.client.schedules.create({ body: { frequency: 'daily', channelList, ...body } })
  return { ...user, schedule }
}

/** The newest run, once there are this many runs and it has ended. */
const untilRun = ({ client, schedule }: Awaited<ReturnType<typeof follower>>, runs: number) =>
  eventually(
    async () => (await client.schedules.runs({ params: { id: schedule.id } })).data,
    data => data.length === runs && data[0]?.state === 'ended',
    60_000,
  ).then(data => data[0]!)

describe('at the end of daylight saving time', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const advanceTo = (at: string) => test.clock.advance(Date.parse(at) - test.clock.now().getTime())

  it('daily digests arrive at eight local time, 25 hours apart, when daylight saving time ends', async () => {
    advanceTo('2027-10-29T18:00:00Z')
    const user = await follower(test, { startDateTime: '2027-10-30T08:00:00+02:00' })
    for (const [day, at] of [
      [1, '2027-10-30T06:00:00.000Z'],
      [2, '2027-10-31T07:00:00.000Z'],
    ] as const) {
      await test.fake.publish({ channelId: salt })
      advanceTo(new Date(Date.parse(at) - minuteMs).toISOString())
      await new Promise(resolve => setTimeout(resolve, 1_500))
      expect((await user.client.schedules.runs({ params: { id: user.schedule.id } })).data).toHaveLength(day - 1)
      advanceTo(at)
      expect(await untilRun(user, day)).toMatchObject({ dueAt: at, outcome: 'new', summarised: 1 })
    }
    const mails = await waitForMails(test.dataDir, user.email, /new video/, 2)
    expect(mails[0]!.text).toMatch(/Sunday,? (31 October|October 31).*8:00/)
    expect(mails).toHaveLength(2)
  })
})

describe('a channel that is gone', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it('a private channel is paused after two checks a day apart, its followers are notified once, and their other channels continue', async () => {
    const user = await follower(test)
    await test.fake.publish({ channelId: street })
    await eventually(
      async () => test.fake.requests.filter(key => key.startsWith('feed')).length,
      feeds => feeds >= 2,
    )
    test.fake.setChannelStatus(salt, 'private')
    const states = async () => (await user.client.schedules.list())[0]!.channelStates
    const health = async () => (await states()).map(state => state.health)

    test.clock.advance(2 * hourMs)
    expect(await untilRun(user, 1)).toMatchObject({ summarised: 1 })
    expect(await health()).toEqual(['ok', 'ok'])
    const untilNextPoll = async () => {
      const [before] = await states()
      test.clock.advance(13 * hourMs)
      // A paused channel is polled at most once a day.
      const isPolled = ([now]: Awaited<ReturnType<typeof states>>) =>
        now!.polledAt !== before!.polledAt || now!.health === 'paused_private'
      return await eventually(states, isPolled, 30_000)
    }
    // At first the channel is polled two or three times within a day.
    const [early] = await untilNextPoll()
    expect(early!.health).not.toBe('paused_private')
    for (let days = 0; days < 2 && (await health())[0] !== 'paused_private'; days++) await untilNextPoll()
    expect(await health()).toEqual(['paused_private', 'ok'])
    const [gone, available] = await states()
    expect([gone!.since, available!.since]).toEqual([gone!.polledAt, null])
    const mails = await waitForMails(test.dataDir, user.email, /is paused/)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Salt & Reason')
    const { data } = await user.client.notices.list()
    expect(data.filter(({ kind }) => kind === 'channel_paused')).toHaveLength(1)

    test.fake.setChannelStatus(salt, 'there')
    // It is polled daily, give or take 10 %.
    test.clock.advance(27 * hourMs)
    await eventually(health, ([first]) => first === 'ok', 30_000)
    await eventually(
      async () => (await user.client.notices.list()).data.map(({ kind }) => kind),
      kinds => kinds.includes('channel_back'),
    )
    expect(await waitForMails(test.dataDir, user.email, /is paused/)).toHaveLength(1)
  })
})
