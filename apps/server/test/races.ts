import { planById } from '@recaps/domain/plans'
import { expect } from 'vitest'
import { ledgerFindings } from './audit.ts'
import { callInParallel, startRaceServers } from './race-servers.ts'
import type { DatabaseKind } from './start-server.ts'
import { youtube } from './wait-for.ts'

const { summariesPerMonth } = planById('free')

/** In each round, a user with one quota unit left requests 50 summaries in parallel, then requests more while cancelling some. */
export async function raceForLastQuotaUnit(kind: DatabaseKind, rounds: number): Promise<void> {
  const racetrack = await startRaceServers(kind)
  try {
    for (let round = 1; round <= rounds; round++) {
      const clients = await racetrack.newUser()
      const [client] = clients
      const request = (one: typeof client, n: number) =>
        one!.summaries.request({ body: { urlOrId: videoId(round, n), type: youtube } })
      for (let n = 1; n < summariesPerMonth; n++) await request(client, 100 + n)
      const outcomes = await callInParallel(clients, 50, request)
      expect([round, outcomes]).toEqual([round, { taken: 1, monthly_limit_reached: 49 }])
      const { month, data } = await client!.summaries.list()
      expect([round, month.used, data.length]).toEqual([round, summariesPerMonth, summariesPerMonth])

      const mixed = await callInParallel(clients, 10, (one, n) =>
        n < data.length ? one.summaries.cancel({ params: { id: data[n]!.id } }) : request(one, 200 + n),
      )
      expect(Object.keys(mixed).filter(outcome => !['taken', 'monthly_limit_reached'].includes(outcome))).toEqual([])
      expect((await client!.summaries.list()).month.used).toBe((mixed.taken ?? 0) - data.length)
    }
    const used = (await racetrack.db.selectFrom('usage').select('used').execute()).map(row => row.used)
    expect(used).toHaveLength(rounds)
    expect(used.filter(count => count < 0 || count > summariesPerMonth)).toEqual([])
    expect(await ledgerFindings(racetrack.db)).toEqual([])
  } finally {
    await racetrack.stop()
  }
}

/** In each round, a user whose plan allows one channel adds 20 in parallel, by every call that can. */
export async function raceForLastChannel(kind: DatabaseKind, rounds: number): Promise<void> {
  const racetrack = await startRaceServers(kind)
  try {
    for (let round = 1; round <= rounds; round++) {
      const clients = await racetrack.newUser()
      const { schedules } = clients[0]!
      const made = await callInParallel(clients, 20, (one, n) =>
        one.schedules.create({ body: { channelList: [channel(n)] } }),
      )
      expect([round, made]).toEqual([round, { taken: 1, schedule_exists: 19 }])
      const [schedule] = await schedules.list()
      const followed = schedule!.channelList[0]!
      const params = { id: schedule!.id }

      const added = await callInParallel(clients, 20, (one, n) =>
        one.schedules.change({ params, body: { channelList: [followed, channel(100 + n)] } }),
      )
      expect([round, added]).toEqual([round, { too_many_channels: 20 }])

      const changed = await callInParallel(clients, 20, (one, n) =>
        one.schedules.change({
          params,
          body: { channelList: n % 2 ? [channel(200 + n)] : [channel(200), channel(200 + n)] },
        }),
      )
      // The first even one sends the same channel twice, so it is accepted.
      expect([round, changed]).toEqual([round, { taken: 11, too_many_channels: 9 }])
      expect((await schedules.detail({ params })).channelList).toHaveLength(1)

      // The schedule is deleted, created and changed at the same time. Calls may be refused, but must not fail with a server error.
      await callInParallel(clients, 20, (one, n) => {
        const body = { channelList: [channel(300 + n)] }
        if (n === 4) return one.schedules.delete({ params })
        return n > 15 ? one.schedules.create({ body }) : one.schedules.change({ params, body })
      })
      const left = await schedules.list()
      expect(left.length).toBeLessThanOrEqual(1)
      expect(left.flatMap(one => one.channelList).length).toBeLessThanOrEqual(1)
    }
    const perUser = await racetrack.db
      .selectFrom('schedule_channels')
      .innerJoin('schedules', 'schedules.id', 'schedule_channels.schedule_id')
      .select(eb => ['schedules.user_id', eb.fn.countAll<number>().as('count')])
      .where('schedules.deleted_at', 'is', null)
      .groupBy('schedules.user_id')
      .execute()
    expect(perUser.filter(({ count }) => Number(count) > 1)).toEqual([])
  } finally {
    await racetrack.stop()
  }
}

/** An 11-character video id like YouTube's, different for each request. */
const videoId = (round: number, n: number) => `${String(round).padStart(6, 'r')}${String(n).padStart(5, 'v')}`

const channel = (n: number) => ({
  id: `UC${String(n).padStart(22, 'z')}`,
  title: `Channel ${n}`,
  description: '',
  thumbnails: { default: '', medium: '', high: '' },
})
