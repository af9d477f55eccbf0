import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { fetchChannelRow, follow, pollLater, pollNow } from '../../../test/followed-channels.ts'
import { type TestServer, useServer, usualDatabases } from '../../../test/start-server.ts'
import { type ChannelHealthState, nextChannelHealth } from './channel-health.ts'
import { createPollResultWriter } from './save-poll-results.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs

let numbers = 5_000

/** A channel with this many followers, after its first poll. */
async function followed(test: TestServer, followers = 1): Promise<string> {
  const id = generatedChannelId(++numbers)
  for (let user = 0; user < followers; user++) await follow(await test.newUser(), id)
  await pollNow(test)
  return id
}

const pageRequests = ({ fake }: TestServer, id: string) =>
  fake.requests.filter(key => key.startsWith(`browse|${id}|`)).length

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`the health of a followed channel, ${name}`, async () => {
    const test = await useServer({ database: isAvailable ? kind : 'embedded' })

    it.each([
      ['private', 'paused_private'],
      ['deleted', 'paused_deleted'],
    ] as const)(
      'a channel that is %s is paused after two checks a day apart, and resumed when it is available again',
      async (status, health) => {
        const id = await followed(test)
        test.fake.setChannelStatus(id, status)
        await pollLater(test, 1.2 * hourMs)
        expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok', gone_as: status, failures: 1 })
        await pollLater(test, 13 * hourMs)
        expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok' })
        await pollLater(test, 14 * hourMs)
        const paused = await fetchChannelRow(test, id)
        expect(paused).toMatchObject({ health, gone_seen_at: null, failed_with: 'not_found' })
        expect(paused.health_since).toEqual(paused.polled_at)

        const hours = (paused.next_poll_at!.getTime() - paused.polled_at!.getTime()) / hourMs
        expect(hours).toBeGreaterThanOrEqual(0.9 * 24)
        expect(hours).toBeLessThanOrEqual(1.1 * 24)
        const before = pageRequests(test, id)
        await pollLater(test, 13 * hourMs)
        await test.server.services.polling.refreshChannels([id], { olderThanMs: hourMs })
        expect(pageRequests(test, id)).toBe(before)
        await pollLater(test, 14 * hourMs)
        expect(pageRequests(test, id)).toBeGreaterThan(before)
        expect(await fetchChannelRow(test, id)).toMatchObject({ health })

        test.fake.setChannelStatus(id, 'there')
        const [video] = await test.fake.publish({ channelId: id })
        await pollLater(test, 27 * hourMs)
        expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok', health_since: null, failures: 0 })
        const found = await test.server.services.database.db
          .selectFrom('channel_videos')
          .select('title')
          .where('video_id', '=', video!.id)
          .execute()
        expect(found).toHaveLength(1)
      },
    )

    it('a channel that is private for less than a day is not paused', async () => {
      const id = await followed(test)
      test.fake.setChannelStatus(id, 'private')
      await pollLater(test, 1.2 * hourMs)
      expect((await fetchChannelRow(test, id)).gone_seen_at).not.toBeNull()
      test.fake.setChannelStatus(id, 'there')
      await pollLater(test, 13 * hourMs)
      expect(await fetchChannelRow(test, id)).toMatchObject({
        health: 'ok',
        gone_seen_at: null,
        gone_as: null,
        failures: 0,
      })
      test.fake.setChannelStatus(id, 'private')
      await pollLater(test, 25 * hourMs)
      expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok' })
      test.fake.setChannelStatus(id, 'there')
    })

    it.each([
      ['all feeds are missing', { 'feed|*': 404 }],
      ['all feeds and pages are missing', { 'feed|*': 404, 'browse|*': 404 }],
      ['all requests fail', { '*': 500 }],
    ])('a channel is not paused while %s', async (_, faults) => {
      const ids = [await followed(test), await followed(test), await followed(test)]
      const clearFaults = Object.entries(faults).map(([key, status]) =>
        test.fake.fault(key, { kind: 'status', status }),
      )
      for (let day = 0; day < 4; day++) await pollLater(test, 27 * hourMs)
      for (const id of ids) expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok', gone_seen_at: null })
      for (const clearFault of clearFaults) clearFault()
      // The first poll finds out that YouTube is available again. Until then the others wait, without counting as failed.
      await pollLater(test, 14 * hourMs)
      await pollLater(test, 0.1 * hourMs)
      for (const id of ids) expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok', failures: 0 })
    })

    it('a change of a channel’s health is reported once, in its transaction, even with parallel polls', async () => {
      const id = await followed(test, 3)
      const changes: string[] = []
      const { db } = test.server.services.database
      const { save } = createPollResultWriter({
        db,
        clock: test.clock,
        onHealthChange: async (trx, { health, title }) => {
          const row = await trx
            .selectFrom('channels')
            .select('health')
            .where('channel_id', '=', id)
            .executeTakeFirstOrThrow()
          changes.push(`${title} is ${health}: ${row.health}`)
        },
      })
      const gone = { kind: 'failed', code: 'not_found', seen: 'deleted' } as const
      await save(id, gone)
      test.clock.advance(dayMs)
      await Promise.all([save(id, gone), save(id, gone), save(id, gone)])
      expect(changes).toEqual([`Made-up channel ${numbers} is paused_deleted: paused_deleted`])
      await Promise.all([save(id, { kind: 'unchanged' }), save(id, { kind: 'unchanged' })])
      expect(changes.slice(1)).toEqual([`Made-up channel ${numbers} is ok: ok`])
    })

    it('the health of a channel does not change if reporting the change fails', async () => {
      const id = await followed(test)
      const fail = async () => {
        throw new Error('no')
      }
      const { save } = createPollResultWriter({
        db: test.server.services.database.db,
        clock: test.clock,
        onHealthChange: fail,
      })
      const gone = { kind: 'failed', code: 'not_found', seen: 'private' } as const
      await save(id, gone)
      test.clock.advance(dayMs)
      await expect(save(id, gone)).rejects.toThrow('no')
      expect(await fetchChannelRow(test, id)).toMatchObject({ health: 'ok', failures: 1 })
    })
  })

describe('the next health of a channel', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const ok: ChannelHealthState = { health: 'ok', health_since: null, gone_seen_at: null, gone_as: null }
  const dayAgo = new Date(now.getTime() - dayMs)

  it('a channel is paused with its latest status', () => {
    const seen = { ...ok, gone_seen_at: dayAgo, gone_as: 'private' as const }
    expect(nextChannelHealth(seen, 'deleted', now)).toMatchObject({ health: 'paused_deleted', health_since: now })
  })

  it('a private channel counts as deleted after that was also found twice', () => {
    const paused: ChannelHealthState = { ...ok, health: 'paused_private', health_since: dayAgo }
    const once = nextChannelHealth(paused, 'deleted', dayAgo)
    expect(once).toMatchObject({ health: 'paused_private', gone_seen_at: dayAgo })
    expect(nextChannelHealth(once, 'deleted', now).health).toBe('paused_deleted')
    expect(nextChannelHealth(once, 'private', now)).toMatchObject({ health: 'paused_private', gone_seen_at: null })
  })

  it('the health of a channel does not change if its status is unknown or it is blocked', () => {
    const seen = { ...ok, gone_seen_at: dayAgo, gone_as: 'private' as const }
    expect(nextChannelHealth(seen, 'unknown', now)).toEqual(seen)
    const blocked: ChannelHealthState = { ...ok, health: 'blocked' }
    for (const status of ['there', 'deleted', 'unknown'] as const)
      expect(nextChannelHealth(blocked, status, now)).toBe(blocked)
  })
})
