import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { startExitProxy } from '../src/adapters/youtube/test/exit-proxy.ts'
import { openDatabase } from '../src/database/open.ts'
import { deliverRun } from '../src/features/schedules/job-kinds.ts'
import { systemClock } from '../src/ports/clock.ts'
import { createDatabaseOn } from './postgres.ts'
import { forkServer } from './server-process.ts'
import { silentSpeech } from './silent-speech.ts'
import { movableClock, password, startServer } from './start-server.ts'
import { eventually, youtube } from './wait-for.ts'

const [minuteMs, hourMs] = [60_000, 3600_000]
const salt = 'UCP073R0_x88lMRBc-i9Z1Qg'

describe.runIf(inject('postgres'))(
  'two servers with two routes to YouTube, at 250 videos an hour per route',
  async () => {
    const clock = movableClock()
    const fake = await startFakeYoutube({ clock })
    const exits = ['127.0.0.71', '127.0.0.72']
    const proxies = await Promise.all(exits.map(exit => startExitProxy({ protocol: 'http', exits: [exit] })))
    const databaseUrl = await createDatabaseOn(inject('postgres')!, inject('postgresTemplate')!)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-pace-'))
    const env = { OUTBOUND_ROUTES: proxies.map(proxy => proxy.url).join(), DATA_DIR: dataDir }
    const start = () => startServer({ databaseUrl, fake, ports: { speech: silentSpeech }, env })
    const [first, second] = [await start(), await start()]
    afterAll(async () => {
      for (const server of [first, second]) await server.stop()
      await fake.close()
      for (const proxy of proxies) await proxy.close()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('two servers make 400 summaries in one hour and 150 more in the next, and never exceed the rate of either route', async () => {
      const advance = (ms: number) => {
        for (const one of [clock, first.clock, second.clock]) one.advance(ms)
      }
      const { database, summaries } = first.server.services
      const { db } = database
      const user = await first.newUser()
      const request = async (count: number) => {
        const videos = await fake.publish(...Array.from({ length: count }, () => ({ channelId: salt })))
        for (const { id: videoId } of videos) {
          const followUp = { name: deliverRun.name, data: { runId: 0 } }
          const command = { videoId, preset: 'standard', maxLength: 1000, followUp }
          await db.transaction().execute(trx => summaries.requestScheduled(trx, user.id, command))
        }
      }
      const countIn = async (state: string) =>
        Number(
          (
            await db
              .selectFrom('recaps')
              .select(eb => eb.fn.countAll().as('count'))
              .where('state', '=', state as 'readable')
              .executeTakeFirstOrThrow()
          ).count,
        )

      const log: { at: number; exit: string; count: number }[] = []
      let previous = new Map<string, number>()
      /** Records how many player requests came from each exit since the last call. */
      const record = () => {
        const counts = fake.addressBlocks.playerCounts()
        for (const exit of exits)
          log.push({ at: clock.now().getTime(), exit, count: (counts[exit] ?? 0) - (previous.get(exit) ?? 0) })
        previous = new Map(Object.entries(counts))
      }
      const untilReadable = async (count: number) => {
        for (let steps = 0; (await countIn('readable')) < count; steps++) {
          expect(steps, JSON.stringify(log.slice(-4))).toBeLessThan(6000)
          await new Promise(resolve => setTimeout(resolve, 100))
          // The clock stands still while work is in progress, so that all of the work has one timestamp.
          if ((await countIn('queued')) + (await countIn('working')) > 0) continue
          record()
          advance(10 * minuteMs)
          await summaries.wakeDeferred()
        }
        record()
      }

      const begunAt = clock.now().getTime()
      await request(400)
      await untilReadable(400)
      expect(clock.now().getTime() - begunAt).toBeLessThan(hourMs)
      await request(150)
      await untilReadable(550)
      expect(clock.now().getTime() - begunAt).toBeGreaterThan(hourMs)

      expect(await countIn('failed')).toBe(0)
      // One request per video: its details and its captions come in the same answer.
      expect(log.reduce((sum, { count }) => sum + count, 0)).toBe(550)
      for (const exit of exits) {
        const of = log.filter(entry => entry.exit === exit)
        expect(of.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(200)
        for (const { at } of of) {
          const withinHour = of.filter(other => other.at > at - hourMs && other.at <= at)
          expect(withinHour.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(250)
        }
      }
    }, 900_000)
  },
)

const perHour = 15
const requested = 40

describe.runIf(inject('postgres'))('two server processes with two routes to YouTube', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-pace-'))
  const fake = await startFakeYoutube()
  const exits = ['127.0.0.81', '127.0.0.82']
  const proxies = await Promise.all(exits.map(exit => startExitProxy({ protocol: 'http', exits: [exit] })))
  const databaseUrl = await createDatabaseOn(inject('postgres')!, inject('postgresTemplate')!)
  const database = await openDatabase({ dataDir, databaseUrl }, systemClock)
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'k'.repeat(40),
    YOUTUBE_URL: fake.url,
    OUTBOUND_ROUTES: proxies.map(proxy => proxy.url).join(),
    YOUTUBE_PER_HOUR: String(perHour),
    THREADS: '1',
    ROLES: 'api,worker,scheduler',
  }
  const servers = [await forkServer(env).serving, await forkServer(env).serving]
  afterAll(async () => {
    await Promise.all(servers.map(server => server.kill('SIGKILL')))
    await database.close()
    await fake.close()
    for (const proxy of proxies) await proxy.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('two server processes together keep the hourly rate of each route, and make the rest in the next hour', async () => {
    const { token } = await servers[0]!.client('').auth.register({ body: { email: 'pace@example.com', password } })
    const clients = servers.map(server => server.client(token))
    const videos = await fake.publish(
      ...Array.from({ length: requested }, () => ({ channelId: 'UCP073R0_x88lMRBc-i9Z1Qg' })),
    )
    await Promise.all(
      videos.map(({ id }, at) => clients[at % 2]!.summaries.request({ body: { urlOrId: id, type: youtube } })),
    )
    const states = () => database.db.selectFrom('recaps').select(['state', 'code']).execute()
    const readableCount = (all: { state: string }[]) => all.filter(({ state }) => state === 'readable').length
    const settled = await eventually(
      states,
      all => all.every(({ state }) => state === 'readable' || state === 'deferred'),
      300_000,
    )
    expect(readableCount(settled)).toBe(2 * perHour)
    expect(settled.filter(({ code }) => code === 'paced')).toHaveLength(requested - 2 * perHour)
    const { [exits[0]!]: first, [exits[1]!]: second } = fake.addressBlocks.playerCounts()
    expect([first, second]).toEqual([perHour, perHour])

    // Moves the data back by an hour in the database, where both processes count.
    await sql`update youtube_requests set sent_at = sent_at - interval '1 hour'`.execute(database.db)
    await sql`update recaps set retry_at = retry_at - interval '1 hour' where state = 'deferred'`.execute(database.db)
    await eventually(states, all => readableCount(all) === requested, 300_000)
  }, 900_000)
})
