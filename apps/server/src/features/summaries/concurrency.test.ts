import { setTimeout } from 'node:timers/promises'
import { ApiError, type Client, createClient } from '@recaps/contract'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { createDatabaseOn } from '../../../test/postgres.ts'
import { silence } from '../../../test/silence.ts'
import { databasesInTurn, password, startServer, type TestServer } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'
import { release } from './ledger.ts'

/** One server on the embedded database, or two on one PostgreSQL. */
async function startServers(kind: 'embedded' | 'PostgreSQL', plan: string): Promise<TestServer[]> {
  const wishes = { env: { DEFAULT_PLAN: plan }, ports: { speech: silence } }
  if (kind === 'embedded') return [await startServer(wishes)]
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const env = { ...wishes.env, SECRET_KEY: 'k'.repeat(40) }
  const first = await startServer({ ...wishes, env, databaseUrl })
  // Files on disk are shared as processes on one machine share them.
  const shared = { ...env, DATA_DIR: first.dataDir }
  return [first, await startServer({ ...wishes, env: shared, databaseUrl, fake: first.fake })]
}

let users = 0
/** A client of one user on each of the servers; a network of its own, so that no limit stands in the way. */
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

for (const { kind, name, isHere } of databasesInTurn) {
  describe.skipIf(!isHere)(`many at once, ${name}`, () => {
    it('50 requests of 25 users for one video make one summary and one sound', async () => {
      const servers = await startServers(kind, 'ultimate')
      try {
        const clients = await Promise.all(Array.from({ length: 25 }, () => newUser(servers)))
        const ask = (client: Client) => client.summaries.request({ body: { urlOrId: 'Sli7FA6EbqI', type: youtube } })
        const asked = await Promise.all(
          clients.flatMap(own =>
            [ask(own[0]!), ask(own.at(-1)!)].map(async answer => ({ own, id: (await answer).id })),
          ),
        )
        expect(new Set(asked.map(({ id }) => id)).size).toBe(25)
        for (const { own, id } of asked) await untilState(own[0]!, id, 'ready')
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

    it('an entry that ends while its owner cancels it stays as it ended', async () => {
      const servers = await startServers(kind, 'ultimate')
      try {
        const [client] = await newUser(servers)
        const { id } = await client!.summaries.request({ body: { urlOrId: 'Ue7gAxLMql0', type: youtube } })
        await untilState(client!, id, 'deferred')
        let cancelled: Promise<unknown> | undefined
        await servers[0]!.server.services.database.db.transaction().execute(async trx => {
          await trx.updateTable('recaps').set({ state: 'failed', code: 'live' }).execute()
          await release(trx, [id], 'live', new Date())
          cancelled = client!.summaries.cancel({ params: { id } })
          // Long enough for the cancelling to stand before the lock.
          await setTimeout(500)
        })
        await cancelled
        expect(await client!.summaries.detail({ params: { id } })).toMatchObject({ state: 'failed', code: 'live' })
        expect(await ledgerFindings(servers[0]!.server.services.database.db)).toEqual([])
      } finally {
        await stopAll(servers)
      }
    })

    it('whatever its owners do to them, in any order and at once, the month adds up [ASVS 2.3.3] [threat 18]', async () => {
      const servers = await startServers(kind, 'free')
      const { db } = servers[0]!.server.services.database
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(fc.array(deed, { minLength: 1, maxLength: 6 }), { maxLength: 5 }), async rounds => {
            // A day later what was known is stale, and has to be made again.
            for (const server of servers) server.clock.advance(25 * 3600_000)
            const people: Person[] = await Promise.all(
              [1, 2].map(async () => ({ clients: await newUser(servers), ids: [] })),
            )
            for (const round of rounds) {
              await Promise.all(round.map(one => act(people[one.user]!, one)))
              expect(await ledgerFindings(db)).toEqual([])
            }
            for (const { clients } of people) {
              const { month } = await eventually(
                () => clients[0]!.summaries.list(),
                list => list.data.every(entry => !['queued', 'working'].includes(entry.state)),
              )
              expect(month.used).toBeLessThanOrEqual(month.limit)
            }
            const counters = await db.selectFrom('usage').select('used').execute()
            for (const { used } of counters) expect(used).toBeGreaterThanOrEqual(0)
            expect(await ledgerFindings(db)).toEqual([])
          }),
          { numRuns: Number(process.env.PROPERTY_RUNS ?? 12), endOnFailure: true },
        )
      } finally {
        await stopAll(servers)
      }
    }, 180_000)
  })
}

type Deed = {
  user: number
  server: number
  which: number
  verb: (typeof verbs)[number]
  video: string
  preset: 'short' | 'long'
}

interface Person {
  clients: Client[]
  /** Of the entries they asked for, whichever server they asked. */
  ids: number[]
}

const verbs = ['request', 'request', 'request', 'cancel', 'delete', 'retry', 'restore'] as const
const deed: fc.Arbitrary<Deed> = fc.record({
  user: fc.nat(1),
  server: fc.nat(1),
  which: fc.nat(4),
  verb: fc.constantFrom(...verbs),
  // One that plays, one that fails, one that waits.
  video: fc.constantFrom('vIafLRfE1cI', 'ryPGNFRu8mk', 'Ue7gAxLMql0'),
  preset: fc.constantFrom('short', 'long'),
})

/** Refusals are answers; a failure of the server is not. */
async function act({ clients, ids }: Person, { server, verb, which, video, preset }: Deed): Promise<void> {
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
