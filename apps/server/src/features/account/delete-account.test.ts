import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { filesContaining, listFiles, rowsContaining } from '../../../test/canaries.ts'
import { readEventStream } from '../../../test/event-stream.ts'
import { blackPng } from '../../../test/png.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, startServer, type TestServer, type TestUser, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, untilState } from '../../../test/wait-for.ts'

const dayMs = 24 * 3600_000
const canaryOf = (name: string) => `Zanzibar${name}`

/** Captions that mention the canary so often that it appears in the summary. */
const captionsOf = (canary: string) =>
  new TextEncoder().encode(
    `WEBVTT\n\n${Array.from(
      { length: 40 },
      (_, i) =>
        `00:${String(i).padStart(2, '0')}:00.000 --> 00:${String(i).padStart(2, '0')}:50.000\nWe measured the ${canary} bridge on day ${i}, and it did not move at all.\n`,
    ).join('\n')}`,
  )

/** Registers a user whose canary is in every personal field, with a profile picture. */
async function registerWithCanary(
  test: TestServer,
  name: string,
): Promise<TestUser & { body: { email: string; password: string } }> {
  const secret = canaryOf(name)
  const body = { email: `me@${secret.toLowerCase()}.example`, password }
  const { token, user } = await test.anonymous.auth.register(
    { body: { ...body, firstName: `${secret} first`, lastName: `${secret} last`, timezone: 'Asia/Kathmandu' } },
    { headers: { 'X-Forwarded-For': `198.51.100.${Math.floor(Math.random() * 250)}` } },
  )
  const { createClient } = await import('@recaps/contract')
  const client = createClient({ baseUrl: test.url, token: () => token })
  const { uploadUrl, fileUrl } = await client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
  await fetch(test.url + uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    body: new Uint8Array(blackPng(9, 9)),
  })
  await client.users.picture({ body: { profilePicture: fileUrl } })
  return { client, token, email: body.email, id: user.id, body }
}

const uploaded = (user: TestUser, canary: string) =>
  user.client.summaries.upload({ query: { name: `${canary}.vtt`, title: `${canary} title` }, body: captionsOf(canary) })

describe.each(usualDatabases)('deleting an account, $name', ({ kind, isAvailable }) => {
  if (!isAvailable) return it.skip('needs a database that is not available here', () => {})
  let test: TestServer
  beforeAll(async () => {
    test = await startServer({ database: kind, ports: { speech: silentSpeech } })
  })
  afterAll(() => test.stop())
  const request = (address: string, call = {}) => createApiCaller(test.url)(address, call)
  const files = () => path.join(test.dataDir, 'files')
  const db = () => test.server.services.database.db
  const remove = (user: TestUser, body: object = { password }) => user.client.account.delete({ body })

  it('rejects a wrong or missing password without logging out when deleting an account', async () => {
    const user = await test.newUser()
    for (const body of [{ password: 'wrong password' }, {}, { email: user.email }, { password: '' }])
      expect(await refusal(remove(user, body))).toMatchObject({ status: 400, code: 'wrong_password' })
    expect((await user.client.users.profile()).email).toBe(user.email)
    // Five attempts per 15 minutes, so that a stolen session can't be used to guess the password.
    expect(await refusal(remove(user, { password: 'another one' }))).toMatchObject({ status: 400 })
    expect(await refusal(remove(user))).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  it('requires a recent login and the typed e-mail address to delete an account without a password', async () => {
    const user = await test.newUser()
    await db().updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
    expect(await refusal(remove(user))).toMatchObject({ status: 400, code: 'address_differs' })
    expect(await refusal(remove(user, { email: 'other@example.com' }))).toMatchObject({ code: 'address_differs' })
    await db()
      .updateTable('sessions')
      .set({ created_at: new Date(test.clock.now().getTime() - 16 * 60_000) })
      .where('user_id', '=', user.id)
      .execute()
    expect(await refusal(remove(user, { email: user.email }))).toMatchObject({
      status: 403,
      code: 'fresh_login_required',
    })
    await db().updateTable('sessions').set({ created_at: test.clock.now() }).where('user_id', '=', user.id).execute()
    await remove(user, { email: ` ${user.email.toUpperCase()} ` })
    expect(await refusal(user.client.users.profile())).toMatchObject({ status: 401 })
  })

  it('ends all sessions, links and streams of a deleted account at once and clears its personal data [ASVS 7.4.2, 14.2.4]', async () => {
    const user = await registerWithCanary(test, 'atonce')
    const { token: other } = await test.anonymous.auth.login({ body: user.body })
    const { id } = await readableSummary(user.client, talks[0]!)
    const { audioUrl } = await untilState(user.client, id, 'ready')
    const { profilePicture } = await user.client.users.profile()
    const stream = await readEventStream(test.url, other)
    expect((await fetch(test.url + audioUrl)).status).toBe(200)

    await remove(user)
    for (const token of [user.token, other])
      expect((await request('/api/users/profile', withToken(token))).status).toBe(401)
    expect((await fetch(test.url + audioUrl)).status).toBe(404)
    expect((await fetch(test.url + profilePicture)).status).toBe(404)
    await stream.ended
    expect((await request('/api/auth/login', json(user.body))).status).toBe(401)
    const row = await db().selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      email: '',
      password_hash: null,
      first_name: null,
      last_name: null,
      profile_picture: null,
      timezone: 'UTC',
    })
    expect(JSON.stringify(row)).not.toMatch(/zanzibar/i)
  })

  it('keeps only summaries, usage and the security log of a deleted account for 30 days', async () => {
    const user = await registerWithCanary(test, 'kept')
    const { id } = await readableSummary(user.client, talks[0]!)
    await user.client.summaries.change({ params: { id }, body: { rating: 'bad' } })
    await user.client.feedback.send({ body: { subject: 'Goodbye', message: 'It was nice.' } })
    await db()
      .insertInto('identities')
      .values({ user_id: user.id, provider: 'google', subject: '42', email: user.email, created_at: new Date() })
      .execute()
    await remove(user)
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id'`.execute(db())
    const tablesKept: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select 1 from ${sql.table(name)} where user_id = ${user.id} limit 1`.execute(db())
      if (rows.length > 0) tablesKept.push(name)
    }
    // The security log records the deletion itself. The upload URL of a profile picture stays on record for one day.
    expect(await db().selectFrom('ratings').selectAll().where('summary_id', '=', id).execute()).toEqual([])
    expect(tablesKept.sort()).toEqual(['audit_events', 'summaries', 'uploads', 'usage', 'usage_entries'])
  })

  it('frees the e-mail address of a deleted account for a new account that inherits nothing', async () => {
    const user = await registerWithCanary(test, 'again')
    await readableSummary(user.client, talks[0]!)
    await remove(user)
    const { token, user: newUser } = await test.anonymous.auth.register(
      { body: user.body },
      { headers: { 'X-Forwarded-For': '198.51.100.251' } },
    )
    expect([newUser.id === user.id, newUser.firstName, newUser.profilePicture]).toEqual([false, null, null])
    expect((await request('/api/summaries', withToken(token))).json).toMatchObject({ data: [], month: { used: 0 } })
  })

  it('stops work that only the deleted user waits for and continues work shared with others', async () => {
    const [leaving, staying] = [await test.newUser(), await test.newUser()]
    const clearFault = test.fake.fault(`timedtext|${talks[4]}|*`, { kind: 'hang' })
    test.fake.fault(`timedtext|${talks[5]}|*`, { kind: 'delay', ms: 1_500, times: 1 })
    const requestFor = (urlOrId: string) => ({ body: { urlOrId, type: 'youtube' as const } })
    const unshared = await leaving.client.summaries.request(requestFor(talks[4]!))
    await leaving.client.summaries.request(requestFor(talks[5]!))
    const shared = await staying.client.summaries.request(requestFor(talks[5]!))
    await remove(leaving)
    await untilState(staying.client, shared.id, 'readable', 'ready')
    const states = await db()
      .selectFrom('recaps')
      .innerJoin('summaries', 'summaries.recap_id', 'recaps.id')
      .select('recaps.state')
      .where('summaries.id', '=', unshared.id)
      .execute()
    expect(states).toEqual([{ state: 'cancelled' }])
    clearFault()
  })

  it('erases the data of a deleted account after exactly 30 days and keeps summaries of other users', async () => {
    const user = await registerWithCanary(test, 'erased')
    const bystander = await test.newUser()
    const { id: theirs } = await readableSummary(bystander.client, talks[1]!)
    await readableSummary(user.client, talks[1]!)
    const secret = canaryOf('erased')
    const { id } = await uploaded(user, secret)
    const summary = await untilState(user.client, id, 'ready')
    expect(summary.summary).toContain(secret)
    const { id: deletedBefore } = await readableSummary(user.client, talks[2]!)
    await user.client.summaries.delete({ params: { id: deletedBefore } })
    await user.client.account.requestExport()
    await eventually(
      () => user.client.account.export(),
      accountExport => accountExport.state === 'ready',
    )
    const canaries = [secret, secret.toLowerCase(), user.email]
    const before = [...(await rowsContaining(db(), canaries)), ...filesContaining(files(), canaries)]
    expect(before.length).toBeGreaterThan(5)

    await remove(user)
    const rows = async () => (await db().selectFrom('users').select('id').where('id', '=', user.id).execute()).length
    const due = test.clock.now().getTime() + 30 * dayMs
    test.clock.advance(due - test.clock.now().getTime() - 1_000)
    await test.server.services.housekeeping()
    expect([await rows(), filesContaining(files(), canaries).length > 0]).toEqual([1, true])
    test.clock.advance(1_000)
    await test.server.services.housekeeping()
    expect(await rows()).toBe(0)
    expect(await rowsContaining(db(), canaries)).toEqual([])
    expect(filesContaining(files(), canaries)).toEqual([])
    expect(listFiles(files()).filter(name => /^(uploads|pictures|exports)|upload-/.test(name))).toEqual([])
    expect(listFiles(path.join(test.dataDir, 'cache')).filter(name => name.includes(secret))).toEqual([])

    const { token } = await test.anonymous.auth.login({ body: { email: bystander.email, password } })
    const response = await request(`/api/summaries/${theirs}`, withToken(token))
    expect([response.status, response.json.state, response.json.summary.length > 100]).toEqual([200, 'ready', true])
  })

  it('has a delete rule for every table that references a user', async () => {
    const { rows } = await sql<{ table_name: string; rule: string }>`
      select tc.table_name, rc.delete_rule as rule from information_schema.referential_constraints rc
      join information_schema.table_constraints tc on tc.constraint_name = rc.constraint_name
      join information_schema.constraint_column_usage cu on cu.constraint_name = rc.constraint_name
      where cu.table_name = 'users' and tc.table_schema = 'public'`.execute(db())
    const { rows: columns } = await sql<{ table_name: string }>`
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id')`.execute(db())
    // Without a foreign key, rows would remain after the user is erased.
    expect([...new Set(columns.map(column => column.table_name))].sort()).toEqual(
      [...new Set(rows.map(row => row.table_name))].sort(),
    )
    expect(rows.filter(row => row.rule === 'NO ACTION').map(row => row.table_name)).toEqual([])
  })

  it('deletes an account once when several requests arrive at the same time', async () => {
    const user = await registerWithCanary(test, 'twice')
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => remove(user)))
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(1)
    // The confirmation mail contains the address until it is sent.
    await eventually(
      () => rowsContaining(db(), [user.email]),
      found => found.length === 0,
    )
  })
})
