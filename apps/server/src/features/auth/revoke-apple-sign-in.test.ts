import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@recaps/contract'
import type { AuthResponse } from '@recaps/contract/auth'
import type { Fault, Person } from '@recaps/fake-openid'
import { describe, expect, it } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import { createApiCaller, json } from '../../../test/calls.ts'
import { waitForMails } from '../../../test/mailbox.ts'
import { appleApps, startSignInServer, useSignInServer } from '../../../test/sign-in-server.ts'
import { usualDatabases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const [ios, mac] = appleApps
const days = 24 * 3600 * 1000
let people = 0

describe.each(usualDatabases)('revoking Sign in with Apple $name', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('', async () => {
    const test = await useSignInServer(kind)
    const request = createApiCaller(test.site)
    const { db } = test.server.services.database
    const newPerson = (who: Partial<Person> = {}): Person =>
      test.apple.addPerson({ email: `ends-${++people}-${Date.now()}@example.org`, ...who })

    /** Signs in like the phone app. `authorizationCode` is what Apple returned with the token. */
    async function signIn(
      person: Person,
      { audience = ios!, ...extra }: { audience?: string; authorizationCode?: string },
    ) {
      const nonce = randomBytes(16).toString('hex')
      const hashed = createHash('sha256').update(nonce).digest('hex')
      const identityToken = await test.apple.identityToken({ person, audience, nonce: hashed })
      const answer = await request('/api/auth/apple', json({ identityToken, nonce, ...extra }))
      expect(answer.status).toBe(200)
      const { token }: AuthResponse = answer.json
      return createClient({ baseUrl: test.url, token: () => token })
    }
    const withCode = (person: Person, audience = ios!) =>
      signIn(person, { audience, authorizationCode: test.apple.code({ person, audience }) })

    const grantsOf = ({ id }: Person) => test.apple.grants.filter(({ person }) => person === id)
    const untilRevoked = (person: Person) =>
      eventually(
        async () => grantsOf(person),
        grants => grants.every(({ isEnded }) => isEnded),
      )
    const scheduled = () => db.selectFrom('ending_grants').selectAll().execute()
    const untilNoneScheduled = () => eventually(scheduled, rows => rows.length === 0)
    const lastMail = async ({ email }: Person) => {
      const [last] = await waitForMails(test.dataDir, email!, /was deleted$/)
      return last?.text?.replace(/\s+/g, ' ')
    }

    it.each([ios!, mac!])(
      'revokes the Apple sign-in of a deleted account and says so in the last mail: %s',
      async audience => {
        const person = newPerson()
        const client = await withCode(person, audience)
        expect(grantsOf(person)).toMatchObject([{ clientId: audience, isEnded: false }])
        await client.account.delete({ body: { email: person.email! } })
        expect(await untilRevoked(person)).toHaveLength(1)
        await untilNoneScheduled()
        expect(await lastMail(person)).toContain(
          'You also signed in with Apple. We’ll disconnect Recaps there for you. If it’s still listed tomorrow, you can remove it in the settings of your Apple Account',
        )
      },
    )

    it('revokes an Apple sign-in that was made in a browser when the account is deleted', async () => {
      const person = newPerson()
      const browser = newBrowser()
      const page = await browser.open(`${test.site}/api/auth/apple`)
      const { url } = await browser.choose(page, { person: person.id }, /\/auth\/callback\?/)
      const code = new URL(url).searchParams.get('token')
      const answer = await browser.call(`${test.site}/api/auth/exchange`, json({ token: code }))
      const { token } = JSON.parse(await answer.text())
      expect(grantsOf(person)).toMatchObject([{ clientId: 'app.recaps.web', isEnded: false }])
      await createClient({ baseUrl: test.url, token: () => token }).account.delete({ body: { email: person.email! } })
      expect(await untilRevoked(person)).toHaveLength(1)
    })

    it('revokes the newest Apple grant even if a later sign-in came without one', async () => {
      const person = newPerson()
      await withCode(person)
      await withCode(person)
      const client = await signIn(person, {})
      await client.account.delete({ body: { email: person.email! } })
      expect(await untilRevoked(person)).toHaveLength(2)
    })

    it('stores the Apple refresh token encrypted', async () => {
      const person = newPerson()
      await withCode(person)
      const rows = await db.selectFrom('identities').selectAll().where('subject', '=', person.id).execute()
      expect(rows).toMatchObject([{ grant_client: ios, grant_sealed: expect.stringMatching(/^[\w-]{60,}$/) }])
      expect(JSON.stringify(rows)).not.toContain(grantsOf(person)[0]!.token)
    })

    it.each<[string, Fault]>([
      ['is unavailable', { kind: 'status', status: 503 }],
      ['does not respond', { kind: 'hang' }],
      ['rejects the key', { kind: 'status', status: 400 }],
    ])('deletes an account while Apple %s, and revokes its sign-in later', async (_, fault) => {
      const person = newPerson()
      const client = await withCode(person)
      test.apple.fault('revocation', fault)
      await client.account.delete({ body: { email: person.email! } })
      await expect(client.users.profile()).rejects.toMatchObject({ status: 401 })
      expect(grantsOf(person)).toMatchObject([{ isEnded: false }])
      expect(await scheduled()).toHaveLength(1)
      await test.server.services.housekeeping()
      expect(await scheduled()).toHaveLength(1)
      test.apple.clearFaults()
      await test.server.services.housekeeping()
      expect(grantsOf(person)).toMatchObject([{ isEnded: true }])
      await untilNoneScheduled()
    })

    it('revokes other sign-ins after Apple refuses to revoke one', async () => {
      const [refused, other] = [newPerson(), newPerson()]
      test.apple.fault('revocation', { kind: 'status', status: 503 })
      for (const person of [refused, other]) {
        const client = await withCode(person)
        await client.account.delete({ body: { email: person.email! } })
      }
      await test.server.services.housekeeping()
      expect(await scheduled()).toHaveLength(2)
      test.apple.fault('revocation', { kind: 'status', status: 400, times: 1 })
      await test.server.services.housekeeping()
      expect([refused, other].map(person => grantsOf(person)[0]?.isEnded)).toEqual([false, true])
      await test.server.services.housekeeping()
      await untilNoneScheduled()
      expect(grantsOf(refused)).toMatchObject([{ isEnded: true }])
    })

    it('gives up revoking an Apple sign-in after 30 days', async () => {
      const person = newPerson()
      const client = await withCode(person)
      test.apple.fault('revocation', { kind: 'status', status: 503 })
      await client.account.delete({ body: { email: person.email! } })
      test.clock.advance(29 * days)
      await test.server.services.housekeeping()
      expect(await scheduled()).toHaveLength(1)
      test.clock.advance(2 * days)
      await test.server.services.housekeeping()
      expect(await scheduled()).toEqual([])
    })

    it.each<[string, (person: Person) => string]>([
      ['was made up', () => 'c1234.0.abcd'],
      ['belongs to another app', person => test.apple.code({ person, audience: mac! })],
      ['is malformed', () => '\u202e&client_id=x\r\n'],
    ])(
      'signs in with an Apple code that %s, and the last mail explains how to disconnect Apple',
      async (_, codeFor) => {
        const person = newPerson()
        const client = await signIn(person, { authorizationCode: codeFor(person) })
        expect(grantsOf(person)).toEqual([])
        await client.account.delete({ body: { email: person.email! } })
        expect(await lastMail(person)).toContain('You also signed in with Apple. Recaps is still listed there.')
      },
    )

    it.each<Fault>([{ kind: 'status', status: 500 }, { kind: 'hang' }, { kind: 'garbage' }, { kind: 'endless' }])(
      'signs in even if Apple cannot redeem the code: %j',
      async fault => {
        test.apple.fault('token', fault)
        await withCode(newPerson())
      },
    )
  })
})

describe('a server without an Apple key', async () => {
  it('signs in with Apple without a key and does not redeem the code', async () => {
    const without = { APPLE_SIGN_IN_KEY: '', APPLE_SIGN_IN_KEY_ID: '' }
    const test = await startSignInServer('embedded', { env: without })
    try {
      const person = test.apple.addPerson({ email: 'without-key@example.org' })
      const nonce = randomBytes(16).toString('hex')
      const hashed = createHash('sha256').update(nonce).digest('hex')
      const identityToken = await test.apple.identityToken({ person, audience: ios!, nonce: hashed })
      const authorizationCode = test.apple.code({ person, audience: ios! })
      const answer = await createApiCaller(test.site)(
        '/api/auth/apple',
        json({ identityToken, nonce, authorizationCode }),
      )
      expect(answer.status).toBe(200)
      expect(test.apple.requests).not.toContain('/token')
    } finally {
      await test.stop()
    }
  })
})
