import { startFakeStripe } from '@recaps/fake-stripe'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '../src/database/open.ts'
import { contractRoutes } from '../src/http/api-document.ts'
import { createApiCaller, json, withToken } from './calls.ts'
import { stripeEnv, testPrices } from './payment-server.ts'
import { useSignInServer } from './sign-in-server.ts'
import { callName, validRequests } from './valid-requests.ts'

/** Fields that clients must never set: every server-side field of the specification's entities, by its JSON and SQL names. */
const protectedFields = {
  userId: 1,
  user_id: 1,
  emailVerified: true,
  email_verified_at: '2020-01-01T00:00:00Z',
  passwordHash: 'x',
  password_hash: 'x',
  profilePicture: 'https://evil.example/x.png',
  profile_picture: 'https://evil.example/x.png',
  subscriptions: [{ id: 'ultimate' }],
  subscriptionId: 'ultimate',
  plan_id: 'ultimate',
  status: 'active',
  amount: 0,
  isTrial: true,
  is_trial: true,
  summariesPerMonth: 9999,
  channelLimit: 9999,
  used: 0,
  viewCount: 9999,
  view_count: 9999,
  deleted: true,
  deleted_at: '2020-01-01T00:00:00Z',
  cancelled_at: '2020-01-01T00:00:00Z',
  origin: 'schedule',
  state: 'ready',
  recap_id: 1,
  audio_id: 1,
  share_token: 'chosen',
  // In the format of a token; sharing.test.ts tests the user's own token.
  shareToken: 'c'.repeat(43),
  createdAt: '2020-01-01T00:00:00Z',
  created_at: '2020-01-01T00:00:00Z',
  updatedAt: '2020-01-01T00:00:00Z',
  role: 'admin',
  isAdmin: true,
}

/** An analytics server that does not exist. Without this setting, analytics calls are refused before their fields are read. */
const analyticsEnv = { ANALYTICS_URL: 'http://127.0.0.1:9' }

describe('fields that clients must not set', async () => {
  const stripe = await startFakeStripe({ prices: testPrices })
  afterAll(() => stripe.close())
  const test = await useSignInServer(undefined, { env: { ...stripeEnv(stripe), ...analyticsEnv } })
  const ask = createApiCaller(test.url)
  const { db } = test.server.services.database
  const writable = contractRoutes().filter(route => route.body)

  it('fields that clients must not set are tested on every call that takes a body [ASVS 8.2.3, 15.3.3]', () => {
    expect(writable.map(callName).filter(name => !validRequests[name]?.body)).toEqual([])
  })

  it.each(writable.map(route => [callName(route), route.access] as const))(
    '%s: ignores fields that clients must not set [threat 8]',
    async (name, access) => {
      const { body, subject } = validRequests[name]!
      const userAfter = async (extra: object): Promise<number> => {
        const user = await test.newUser()
        const [method, path] = name.split(' ') as [string, string]
        const about = await subject?.(user, test)
        const address = path.replace(/\{\w+\}/, String(about))
        const call = json({ ...extra, ...body!(user, about) }, { method })
        const answer = await ask(address, access === 'user' ? withToken(user.token, call) : call)
        expect([name, answer.status]).toEqual([name, expect.toSatisfy((status: number) => status < 300)])
        // Registration creates another account than the caller's.
        return answer.json?.user?.id ?? user.id
      }
      const tampered = await userAfter(protectedFields)
      const plain = await userAfter({})
      // Work in progress (a mail, the audio of a summary) can look like a change for a moment. A real change stays.
      await vi.waitFor(async () => expect(await rowsOf(db, tampered)).toEqual(await rowsOf(db, plain)), {
        timeout: 20_000,
        interval: 100,
      })
    },
  )

  it.each(writable.map(callName))('%s: rejects prototype keys in the body [ASVS 15.3.6] [threat 8]', async name => {
    const [method, path] = name.split(' ') as [string, string]
    const { token } = await test.newUser()
    for (const text of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}']) {
      const refused = await ask(path.replace(/\{\w+\}/, '1'), withToken(token, json(text, { method })))
      expect(refused.json).toMatchObject({ code: 'invalid_request', error: 'The body is not valid JSON.' })
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

/** All rows of a user, without values that differ between any two users: keys, timestamps, addresses, secrets. */
async function rowsOf(db: Db, userId: number): Promise<Record<string, string[]>> {
  const columns = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`.execute(db)
  const tables = Object.groupBy(columns.rows, row => row.table_name)
  const rows: Record<string, string[]> = {}
  for (const [table, all = []] of Object.entries(tables)) {
    const owner = table === 'users' ? 'id' : 'user_id'
    if (!all.some(column => column.column_name === owner)) continue
    const comparable = all.filter(
      ({ column_name, data_type }) =>
        !/timestamp|uuid/.test(data_type) &&
        !/(^|_)(id|hash|key|token|seed|email|address|sealed|clock|subject|url|network|wish|result)$/.test(column_name),
    )
    const found = await sql<object>`
      select ${sql.join(comparable.map(column => sql.ref(column.column_name)))} from ${sql.table(table)}
      where ${sql.ref(owner)} = ${userId}`.execute(db)
    rows[table] = found.rows.map(row => JSON.stringify(row).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a timestamp')).sort()
  }
  return rows
}
