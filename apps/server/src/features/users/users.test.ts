import { failures } from '@recaps/contract/failures'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Call, createApiCaller, json, withToken } from '../../../test/calls.ts'
import { readEventStream } from '../../../test/event-stream.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { untilState, youtube } from '../../../test/wait-for.ts'

const test = await useServer({ ports: { speech: silentSpeech } })
const request = createApiCaller(test.url)
let user: TestUser
const put = (path: string, body: unknown, token = user.token) =>
  request(path, withToken(token, json(body, { method: 'PUT' })))

beforeAll(async () => {
  user = await test.newUser()
})

describe('a profile', () => {
  it('saves new names in a profile and ignores a changed address', async () => {
    const answer = await put('/api/users/profile', {
      firstName: ' Ada ',
      lastName: 'Lovelace',
      email: 'other@example.com',
    })
    expect(answer.json).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email: user.email })
    expect((await user.client.users.profile()).email).toBe(user.email)
  })

  it.each([
    [{ lastName: 'Lovelace' }, 'First name is required'],
    [{ firstName: 'Ada' }, 'Last name is required'],
    [{ firstName: '', lastName: '' }, 'First name is required'],
    [{ firstName: ' \t ', lastName: ' ' }, 'First name is required'],
    [{ firstName: '\u200b', lastName: '\u3164\u202e' }, 'First name is required'],
    [{ firstName: 'Ada', lastName: 7 }, 'Last name is required'],
    [{ firstName: 'x'.repeat(101), lastName: 'Lovelace' }, 'Names can have up to 100 characters'],
  ])('rejects a profile with %j and a readable message', async (body, sentence) => {
    const refused = await put('/api/users/profile', body)
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([400, 'invalid_request', sentence])
  })

  it.each([
    ['李', '伟'],
    ['O', 'Yeong'],
    [' A ', 'B'],
    ['Sukarno', ''],
    ['', '李'],
    ['', 'Ng'],
    ['𠮷', ' '],
    ['👩🏽‍🚀', ''],
  ])('accepts a profile with a one-letter name or only one name: %j %j', async (firstName, lastName) => {
    const other = await test.newUser()
    const answer = await request(
      '/api/users/profile',
      withToken(other.token, json({ firstName, lastName }, { method: 'PUT' })),
    )
    const stored = { firstName: firstName.trim() || null, lastName: lastName.trim() || null }
    expect([answer.status, answer.json]).toEqual([200, expect.objectContaining(stored)])
    expect(await other.client.users.profile()).toMatchObject(stored)
  })

  it('ignores unknown fields in a profile change', async () => {
    const greedy = {
      id: 1,
      userId: 1,
      emailVerified: true,
      password_hash: 'x',
      profilePicture: 'https://evil.example/x',
    }
    const before = await user.client.users.profile()
    const answer = await put('/api/users/profile', {
      firstName: 'Ada',
      lastName: 'Byron',
      ...greedy,
      ...{ settings: {} },
    })
    expect(answer.json).toEqual({ ...before, firstName: 'Ada', lastName: 'Byron' })
  })
})

describe('settings', () => {
  it('gives new users the default settings, with product news turned off [spec 5.8, 9.1]', async () => {
    expect(await user.client.users.settings()).toEqual({
      timeZone: 'Europe/Rome',
      voice: null,
      defaultPreset: 'standard',
      defaultMaxLength: 10_000,
      defaultFocus: null,
      showInPopular: true,
      mail: { digest: true, product: false },
      push: { digest: true, ready: true, product: false },
    })
  })

  it('changes only the settings that are given', async () => {
    const { client } = await test.newUser()
    const before = await client.users.settings()
    await client.users.changeSettings({ body: { timeZone: 'Asia/Kathmandu', mail: { digest: false } } })
    const after = await client.users.changeSettings({
      body: { showInPopular: false, voice: 'slt', push: { ready: false } },
    })
    expect(after).toEqual({
      ...before,
      timeZone: 'Asia/Kathmandu',
      voice: 'slt',
      showInPopular: false,
      mail: { digest: false, product: false },
      push: { digest: true, ready: false, product: false },
    })
    expect(await client.users.settings()).toEqual(after)
    expect((await client.users.profile()).timezone).toBe('Asia/Kathmandu')
  })

  it('uses the default preset and length from the settings for a summary requested without them', async () => {
    const { client } = await test.newUser()
    await client.users.changeSettings({ body: { defaultPreset: 'short', defaultMaxLength: 400 } })
    const { id } = await client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
    const { summary } = await untilState(client, id, 'ready')
    expect(summary.length).toBeGreaterThan(0)
    expect(summary.length).toBeLessThanOrEqual(400)
  })

  it('stores a default focus but does not add it to requests', async () => {
    const { client } = await test.newUser()
    const { defaultFocus } = await client.users.changeSettings({ body: { defaultFocus: '  what it costs ' } })
    expect(defaultFocus).toBe('what it costs')
    const { focus } = await client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
    expect(focus).toBeNull()
    expect((await client.users.changeSettings({ body: { defaultFocus: null } })).defaultFocus).toBeNull()
  })

  it('loses no settings when several are changed at once', async () => {
    const { client } = await test.newUser()
    await Promise.all([
      client.users.changeSettings({ body: { mail: { product: true } } }),
      client.users.changeSettings({ body: { push: { product: true } } }),
      client.users.changeSettings({ body: { defaultPreset: 'short' } }),
    ])
    expect(await client.users.settings()).toMatchObject({
      mail: { product: true },
      push: { product: true },
      defaultPreset: 'short',
    })
  })

  it.each([
    [{ timeZone: 'Mars/Base' }, /time zone/],
    [{ timeZone: '+02:00' }, /time zone/],
    [{ voice: 'robot' }, /voice/],
    [{ defaultMaxLength: 10 }, /maxLength/],
    [{ defaultFocus: 'x'.repeat(201) }, /focus/],
    [{ mail: { digest: 'yes' } }, /digest/],
    [{ mail: null }, /mail/],
  ])('rejects the settings %j', async (body, sentence) => {
    const refused = await put('/api/users/settings', body)
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_request'])
    expect(refused.json.error).toMatch(sentence)
  })
})

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`the list of sessions, ${name}`, async () => {
    const server = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const call = createApiCaller(server?.url ?? '')
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const logIn = async (email: string, headers: Record<string, string>) =>
      (await call('/api/auth/login', json({ email, password }, { headers }))).json.token as string

    it('lists sessions with device and network, and marks the current one', async () => {
      const { email } = await server.newUser()
      const from = { 'User-Agent': firefox, 'X-Forwarded-For': '203.0.113.77' }
      const token = await logIn(email, from)
      const { json: answer } = await call('/api/users/sessions', withToken(token))
      expect(answer.data).toHaveLength(2)
      expect(answer.data[0]).toMatchObject({ device: 'Firefox on Linux', network: '203.0.113.0/24', isCurrent: true })
      expect(answer.data[1].isCurrent).toBe(false)
      expect(JSON.stringify(answer)).not.toContain('203.0.113.77')
    })

    it('ends another session and its streams within a second, and keeps the current one', async () => {
      const { client, token, email } = await server.newUser()
      const other = await logIn(email, {})
      const stream = await readEventStream(server.url, other)
      const { data } = await client.users.sessions()
      const id = data.find(session => !session.isCurrent)!.id
      const startedAt = performance.now()
      await client.users.endSession({ params: { id: String(id) } })
      await stream.ended
      expect((await call('/api/users/profile', withToken(other))).status).toBe(401)
      expect(performance.now() - startedAt).toBeLessThan(1_000)
      expect((await call('/api/users/profile', withToken(token))).status).toBe(200)
    })

    it('answers 204 for foreign, unknown and invalid session ids without ending a session', async () => {
      const [user, other] = [await server.newUser(), await server.newUser()]
      const foreign = (await other.client.users.sessions()).data[0]!.id
      const end = (id: string | number): Promise<{ status: number; text: string }> =>
        call(`/api/users/sessions/${id}`, withToken(user.token, { method: 'DELETE' } satisfies Call))
      for (const id of [foreign, 999_999_999, 'abc', '0', '-1', '1e3', '99999999999999999999', "1'--"])
        expect([id, (await end(id)).status, (await end(id)).text]).toEqual([id, 204, ''])
      expect((await other.client.users.profile()).id).toBe(other.id)
    })
  })
}

describe('an address', () => {
  const verifyAs = (bearer: string) => (token: string) =>
    request('/api/auth/verify-email', withToken(bearer, json({ token })))

  it('confirms an address with a mailed link, which can be opened twice', async () => {
    const { client, email, token: bearer } = await test.newUser()
    const verify = verifyAs(bearer)
    expect((await client.users.profile()).emailVerified).toBe(false)
    const token = tokenFromMail((await waitForMails(test.dataDir, email, /Confirm/))[0]!)
    expect([(await verify(token)).status, (await verify(token)).status]).toEqual([204, 204])
    expect((await client.users.profile()).emailVerified).toBe(true)
  })

  it('does not confirm an address without a session or from another account [threat 33]', async () => {
    const { client, email } = await test.newUser()
    const stranger = await test.newUser()
    const token = tokenFromMail((await waitForMails(test.dataDir, email, /Confirm/))[0]!)
    expect((await request('/api/auth/verify-email', json({ token }))).status).toBe(401)
    const other = await verifyAs(stranger.token)(token)
    expect([other.status, other.json.code]).toEqual([409, 'link_of_another'])
    for (const { users } of [client, stranger.client]) expect((await users.profile()).emailVerified).toBe(false)
  })

  it('does not confirm an address with a link that is expired, made up, or for a password reset', async () => {
    const { client, email, token: bearer } = await test.newUser()
    const verify = verifyAs(bearer)
    await request('/api/auth/request-password-reset', json({ email }))
    const reset = tokenFromMail((await waitForMails(test.dataDir, email, /new password/))[0]!)
    for (const token of ['x', 'A'.repeat(43), reset])
      expect((await verify(token)).json).toMatchObject({ code: 'link_expired', error: failures.link_expired.sentence })
    const verifying = tokenFromMail((await waitForMails(test.dataDir, email, /Confirm/))[0]!)
    const misused = await request(
      '/api/auth/reset-password',
      json({ token: verifying, newPassword: 'three grey owls' }),
    )
    expect(misused.json.code).toBe('link_expired')
    test.clock.advance(4 * 24 * 3600_000)
    expect((await verify(verifying)).json.code).toBe('link_expired')
    expect((await client.users.profile()).emailVerified).toBe(false)
  })

  it('mails the confirmation link at most three times an hour, and not after confirmation', async () => {
    const { client, token, email } = await test.newUser()
    const again = () => request('/api/auth/resend-verification', withToken(token, { method: 'POST' }))
    const statuses = []
    for (let tries = 0; tries < 4; tries++) statuses.push((await again()).status)
    // Registration already sent one of the three.
    expect(statuses).toEqual([204, 204, 429, 429])
    const mails = await waitForMails(test.dataDir, email, /Confirm/, 3)
    expect((await verifyAs(token)(tokenFromMail(mails[1]!))).status).toBe(204)
    expect((await again()).status).toBe(204)
    expect((await client.users.profile()).emailVerified).toBe(true)
    expect(await waitForMails(test.dataDir, email, /Confirm/, 3)).toHaveLength(3)
  })

  it('mails the owner when someone registers with a taken address, and leaves the account unchanged', async () => {
    const { client, email } = await test.newConfirmedUser()
    const taken = await request(
      '/api/auth/register',
      json({ email: email.toUpperCase(), password: 'nine blue kettles' }),
    )
    expect([taken.status, taken.json.code]).toEqual([400, 'email_taken'])
    const [mail] = await waitForMails(test.dataDir, email, /already have a .* account/)
    expect(mail!.text).toContain('/login')
    expect((await client.users.profile()).email).toBe(email)
    expect((await test.anonymous.auth.login({ body: { email, password } })).user.email).toBe(email)
  })
})

describe('the audit log', () => {
  it('records who did what from which network in the audit log, without secrets', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.23' }
    const email = 'audited@example.com'
    const next = 'five quiet rivers'
    const { json: created } = await request('/api/auth/register', json({ email, password }, { headers: from }))
    const { id } = created.user
    await request('/api/auth/login', json({ email, password: 'canary-wrong' }, { headers: from }))
    const { json: second } = await request('/api/auth/login', json({ email, password }, { headers: from }))
    await request('/api/auth/logout', withToken(second.token, { method: 'POST', headers: from }))
    const change = json({ currentPassword: password, newPassword: next }, { method: 'PUT', headers: from })
    await request('/api/users/password', withToken(created.token, change))
    await request('/api/auth/request-password-reset', json({ email }, { headers: from }))
    const token = tokenFromMail((await waitForMails(test.dataDir, email, /new password/))[0]!)
    await request('/api/auth/reset-password', json({ token, newPassword: `${next} again` }, { headers: from }))
    await request(
      '/api/auth/login',
      json({ email: 'nobody-here@example.com', password: 'canary-wrong' }, { headers: from }),
    )
    const rows = await test.server.services.database.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
    const own = rows.filter(row => row.network === '198.51.100.0/24')
    expect(own.map(row => [row.event, row.user_id])).toEqual([
      ['registered', id],
      ['login_failed', id],
      ['logged_in', id],
      ['logged_out', id],
      ['password_changed', id],
      ['password_reset', id],
      ['login_failed', null],
    ])
    const text = JSON.stringify(rows)
    for (const secret of [password, next, 'canary-wrong', token, created.token, 'nobody-here', '198.51.100.23'])
      expect(text).not.toContain(secret)
  })
})

describe('the admin account', async () => {
  const test = await useServer()
  const isAdmin = async ({ client }: TestUser) => (await client.users.profile()).isAdmin

  it('makes the oldest account the admin', async () => {
    const [first, second] = [await test.newUser(), await test.newUser()]
    expect([await isAdmin(first), await isAdmin(second)]).toEqual([true, false])
    await test.server.services.database.db
      .updateTable('users')
      .set({ deleted_at: test.clock.now() })
      .where('id', '=', first.id)
      .execute()
    expect(await isAdmin(second)).toBe(true)
  })
})

describe('the admin account named by ADMIN_EMAIL', async () => {
  const address = 'Ada@Example.com'
  const test = await useServer({ env: { ADMIN_EMAIL: address } })

  it('makes only the account of ADMIN_EMAIL the admin, once its address is confirmed', async () => {
    const first = await test.newUser()
    const { token } = await test.anonymous.auth.register({
      body: { email: 'ada@example.com', password, timezone: 'Europe/Rome' },
    })
    const isAdmin = async (bearer: string) =>
      (
        (await (
          await fetch(`${test.url}/api/users/profile`, { headers: { authorization: `Bearer ${bearer}` } })
        ).json()) as { isAdmin: boolean }
      ).isAdmin
    expect([await isAdmin(first.token), await isAdmin(token)]).toEqual([false, false])
    await test.server.services.database.db
      .updateTable('users')
      .set({ email_verified_at: test.clock.now() })
      .where('email', '=', 'ada@example.com')
      .execute()
    expect([await isAdmin(first.token), await isAdmin(token)]).toEqual([false, true])
  })
})
