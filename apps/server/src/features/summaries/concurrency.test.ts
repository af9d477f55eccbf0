import { setTimeout } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '@recaps/contract'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { createDatabaseOn } from '../../../test/postgres.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, startServer, type TestServer, usualDatabases } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'
import { releaseQuota } from './quota-ledger.ts'

/** One server on the embedded database, or two on the same PostgreSQL database. */
async function startServers(kind: 'embedded' | 'PostgreSQL', plan: string): Promise<TestServer[]> {
  const options = { env: { DEFAULT_PLAN: plan }, ports: { speech: silentSpeech } }
  if (kind === 'embedded') return [await startServer(options)]
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const env = { ...options.env, SECRET_KEY: 'k'.repeat(40) }
  const first = await startServer({ ...options, env, databaseUrl })
  // Both servers share one data directory, like processes on one machine.
  const shared = { ...env, DATA_DIR: first.dataDir }
  return [first, await startServer({ ...options, env: shared, databaseUrl, fake: first.fake })]
}

let users = 0
/** Registers a user and returns a client for each server. Each user has their own network, to avoid rate limits. */
async function newUser(servers: TestServer[]): Promise<Client[]> {
  const email = `user-${++users}@example.com`
  const { token } = await servers[0]!.server.services.auth.register(
    { email, password },
    { network: `network ${users}`, device: null },
  )
  return servers.map(({ url }) => createClient({ baseUrl: url, token: () => token }))
}

const stopAll = async (servers: TestServer[]) => {
  for (const server of servers.toReversed()) await server.stop()
}
const audit = async ({ server, dataDir }: TestServer) => [
  ...(await ledgerFindings(server.services.database.db)),
  ...(await storageFindings(server.services.database.db, dataDir)),
]

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`concurrent requests, ${name}`, () => {
    it('creates one recap and one audio for 50 concurrent requests of 25 users for one video', async () => {
      const servers = await startServers(kind, 'ultimate')
      try {
        const clients = await Promise.all(Array.from({ length: 25 }, () => newUser(servers)))
        const requestSummary = (client: Client) =>
          client.summaries.request({ body: { urlOrId: 'Sli7FA6EbqI', type: youtube } })
        const requested = await Promise.all(
          clients.flatMap(own =>
            [requestSummary(own[0]!), requestSummary(own.at(-1)!)].map(async summary => ({
              own,
              id: (await summary).id,
            })),
          ),
        )
        expect(new Set(requested.map(({ id }) => id)).size).toBe(25)
        for (const { own, id } of requested) await untilState(own[0]!, id, 'ready')
        const { db } = servers[0]!.server.services.database
        expect(await db.selectFrom('recaps').select('state').execute()).toEqual([{ state: 'readable' }])
        expect(await db.selectFrom('audios').select('state').execute()).toEqual([{ state: 'ready' }])
        expect(servers[0]!.fake.requests.filter(key => key.startsWith('timedtext|')).length).toBe(1)
        for (const own of clients) expect((await own[0]!.summaries.list()).month.used).toBe(1)
        expect(await audit(servers[0]!)).toEqual([])
      } finally {
        await stopAll(servers)
      }
    })

    it('keeps the failed state of a summary that is cancelled while it fails', async () => {
      const servers = await startServers(kind, 'ultimate')
      try {
        const [client] = await newUser(servers)
        const { id } = await client!.summaries.request({ body: { urlOrId: 'Ue7gAxLMql0', type: youtube } })
        await untilState(client!, id, 'deferred')
        let cancelled: Promise<unknown> | undefined
        await servers[0]!.server.services.database.db.transaction().execute(async trx => {
          await trx.updateTable('recaps').set({ state: 'failed', code: 'live' }).execute()
          await releaseQuota(trx, [id], 'live', new Date())
          cancelled = client!.summaries.cancel({ params: { id } })
          // Long enough for the cancellation to wait for the lock.
          await setTimeout(500)
        })
        await cancelled
        expect(await client!.summaries.detail({ params: { id } })).toMatchObject({ state: 'failed', code: 'live' })
        expect(await ledgerFindings(servers[0]!.server.services.database.db)).toEqual([])
      } finally {
        await stopAll(servers)
      }
    })

    it('keeps the monthly quota consistent under any concurrent sequence of user actions [ASVS 2.3.3] [threat 18]', async () => {
      const servers = await startServers(kind, 'free')
      const { db } = servers[0]!.server.services.database
      try {
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.array(action, { minLength: 1, maxLength: 6 }), { maxLength: 5 }),
            async rounds => {
              // A day later, existing recaps are stale and must be created again.
              for (const server of servers) server.clock.advance(25 * 3600_000)
              const people: Person[] = await Promise.all(
                [1, 2].map(async () => ({ clients: await newUser(servers), ids: [] })),
              )
              for (const round of rounds) {
                await Promise.all(round.map(action => act(people[action.user]!, action)))
                expect(await ledgerFindings(db)).toEqual([])
              }
              for (const { clients } of people) {
                const { month } = await eventually(
                  () => clients[0]!.summaries.list(),
                  list => list.data.every(({ state }) => !['queued', 'working'].includes(state)),
                )
                expect(month.used).toBeLessThanOrEqual(month.limit)
              }
              const counters = await db.selectFrom('usage').select('used').execute()
              for (const { used } of counters) expect(used).toBeGreaterThanOrEqual(0)
              expect(await ledgerFindings(db)).toEqual([])
            },
          ),
          { numRuns: Number(process.env.PROPERTY_RUNS ?? 12), endOnFailure: true },
        )
      } finally {
        await stopAll(servers)
      }
    }, 180_000)
  })
}

type Action = {
  user: number
  server: number
  which: number
  verb: (typeof verbs)[number]
  video: string
  preset: 'short' | 'long'
}

interface Person {
  clients: Client[]
  /** Ids of the summaries they requested, on any server. */
  ids: number[]
}

const verbs = ['request', 'request', 'request', 'cancel', 'delete', 'retry', 'restore'] as const
const action: fc.Arbitrary<Action> = fc.record({
  user: fc.nat(1),
  server: fc.nat(1),
  which: fc.nat(4),
  verb: fc.constantFrom(...verbs),
  // One video that succeeds, one that fails, one that is deferred.
  video: fc.constantFrom('vIafLRfE1cI', 'ryPGNFRu8mk', 'Ue7gAxLMql0'),
  preset: fc.constantFrom('short', 'long'),
})

/** Client errors are expected; server errors are not. */
async function act({ clients, ids }: Person, { server, verb, which, video, preset }: Action): Promise<void> {
  const client = clients[server % clients.length]!
  try {
    if (verb === 'request') {
      const { id } = await client.summaries.request({ body: { urlOrId: video, type: youtube, preset } })
      if (!ids.includes(id)) ids.push(id)
      return
    }
    const id = ids[which % Math.max(1, ids.length)]
    if (id) await client.summaries[verb]({ params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}
