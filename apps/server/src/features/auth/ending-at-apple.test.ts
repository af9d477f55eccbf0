import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@recaps/contract'
import type { AuthResponse } from '@recaps/contract/auth'
import type { Fault, Person } from '@recaps/fake-openid'
import { describe, expect, it } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import { callsTo, json } from '../../../test/calls.ts'
import { mailsTo } from '../../../test/mailbox.ts'
import { appleApps, startSignInServer, useSignInServer } from '../../../test/sign-in-server.ts'
import { databases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/waiting.ts'

const [ios, mac] = appleApps
const days = 24 * 3600 * 1000
let people = 0

describe.each(databases)('an account that somebody signs in to with Apple $name', ({ kind, isHere }) => {
  describe.skipIf(!isHere)('', async () => {
    const test = await useSignInServer(kind)
    const ask = callsTo(test.site)
    const { db } = test.server.services.database
    const somebody = (who: Partial<Person> = {}): Person =>
      test.apple.add({ email: `ends-${++people}-${Date.now()}@example.org`, ...who })

    /** As the app on a phone does; `authorizationCode` is what Apple gave beside the token. */
    async function signIn(
      person: Person,
      { audience = ios!, ...extra }: { audience?: string; authorizationCode?: string },
    ) {
      const nonce = randomBytes(16).toString('hex')
      const hashed = createHash('sha256').update(nonce).digest('hex')
      const identityToken = await test.apple.identityToken({ person, audience, nonce: hashed })
      const answer = await ask('/api/auth/apple', json({ identityToken, nonce, ...extra }))
      expect(answer.status).toBe(200)
      const { token }: AuthResponse = answer.json
      return createClient({ baseUrl: test.url, token: () => token })
    }
    const withCode = (person: Person, audience = ios!) =>
      signIn(person, { audience, authorizationCode: test.apple.code({ person, audience }) })

    const grantsOf = ({ id }: Person) => test.apple.grants.filter(({ person }) => person === id)
    const untilEnded = (person: Person) =>
      eventually(
        async () => grantsOf(person),
        grants => grants.every(({ isEnded }) => isEnded),
      )
    const noted = () => db.selectFrom('ending_grants').selectAll().execute()
    const untilNoneIsNoted = () => eventually(noted, rows => rows.length === 0)
    const lastMail = async ({ email }: Person) => {
      const [last] = await mailsTo(test.dataDir, email!, /was deleted$/)
      return last?.text?.replace(/\s+/g, ' ')
    }

    it.each([ios!, mac!])('is ended at Apple too when it is deleted, and its user is told so: %s', async audience => {
      const person = somebody()
      const client = await withCode(person, audience)
      expect(grantsOf(person)).toMatchObject([{ clientId: audience, isEnded: false }])
      await client.account.delete({ body: { email: person.email! } })
      expect(await untilEnded(person)).toHaveLength(1)
      await untilNoneIsNoted()
      expect(await lastMail(person)).toContain(
        'You also signed in with Apple, where we end that for you. Should Recaps still be listed there tomorrow, you can end it in the settings of your Apple Account',
      )
    })

    it('is ended there when it came by a browser', async () => {
      const person = somebody()
      const browser = newBrowser()
      const page = await browser.open(`${test.site}/api/auth/apple`)
      const { url } = await browser.choose(page, { person: person.id }, /\/auth\/callback\?/)
      const code = new URL(url).searchParams.get('token')
      const answer = await browser.call(`${test.site}/api/auth/exchange`, json({ token: code }))
      const { token } = JSON.parse(await answer.text())
      expect(grantsOf(person)).toMatchObject([{ clientId: 'app.recaps.web', isEnded: false }])
      await createClient({ baseUrl: test.url, token: () => token }).account.delete({ body: { email: person.email! } })
      expect(await untilEnded(person)).toHaveLength(1)
    })

    it('is ended by the newest that Apple gave, and a sign-in without any takes nothing away', async () => {
      const person = somebody()
      await withCode(person)
      await withCode(person)
      const client = await signIn(person, {})
      await client.account.delete({ body: { email: person.email! } })
      expect(await untilEnded(person)).toHaveLength(2)
    })

    it('lies where a copy of the database is of no use', async () => {
      const person = somebody()
      await withCode(person)
      const rows = await db.selectFrom('identities').selectAll().where('subject', '=', person.id).execute()
      expect(rows).toMatchObject([{ grant_client: ios, grant_sealed: expect.stringMatching(/^[\w-]{60,}$/) }])
      expect(JSON.stringify(rows)).not.toContain(grantsOf(person)[0]!.token)
    })

    it.each<[string, Fault]>([
      ['is away', { kind: 'status', status: 503 }],
      ['says nothing', { kind: 'hang' }],
      ['knows the key no more', { kind: 'status', status: 400 }],
    ])('is deleted while Apple %s, and ended there by a later round', async (_, fault) => {
      const person = somebody()
      const client = await withCode(person)
      test.apple.fault('revocation', fault)
      await client.account.delete({ body: { email: person.email! } })
      await expect(client.users.profile()).rejects.toMatchObject({ status: 401 })
      expect(grantsOf(person)).toMatchObject([{ isEnded: false }])
      expect(await noted()).toHaveLength(1)
      await test.server.services.housekeeping()
      expect(await noted()).toHaveLength(1)
      test.apple.clearFaults()
      await test.server.services.housekeeping()
      expect(grantsOf(person)).toMatchObject([{ isEnded: true }])
      await untilNoneIsNoted()
    })

    it('keeps no other waiting that Apple refuses to end', async () => {
      const [refused, other] = [somebody(), somebody()]
      test.apple.fault('revocation', { kind: 'status', status: 503 })
      for (const person of [refused, other]) {
        const client = await withCode(person)
        await client.account.delete({ body: { email: person.email! } })
      }
      await test.server.services.housekeeping()
      expect(await noted()).toHaveLength(2)
      test.apple.fault('revocation', { kind: 'status', status: 400, times: 1 })
      await test.server.services.housekeeping()
      expect([refused, other].map(person => grantsOf(person)[0]?.isEnded)).toEqual([false, true])
      await test.server.services.housekeeping()
      await untilNoneIsNoted()
      expect(grantsOf(refused)).toMatchObject([{ isEnded: true }])
    })

    it('waits a month for Apple, and then leaves nothing behind', async () => {
      const person = somebody()
      const client = await withCode(person)
      test.apple.fault('revocation', { kind: 'status', status: 503 })
      await client.account.delete({ body: { email: person.email! } })
      test.clock.advance(29 * days)
      await test.server.services.housekeeping()
      expect(await noted()).toHaveLength(1)
      test.clock.advance(2 * days)
      await test.server.services.housekeeping()
      expect(await noted()).toEqual([])
    })

    it.each<[string, (person: Person) => string]>([
      ['was made up', () => 'c1234.0.abcd'],
      ['is of another app', person => test.apple.code({ person, audience: mac! })],
      ['is no code at all', () => '\u202e&client_id=x\r\n'],
    ])('lets in whose code %s, and says in the last mail who ends it', async (_, codeFor) => {
      const person = somebody()
      const client = await signIn(person, { authorizationCode: codeFor(person) })
      expect(grantsOf(person)).toEqual([])
      await client.account.delete({ body: { email: person.email! } })
      expect(await lastMail(person)).toContain('You also signed in with Apple, which still lists Recaps.')
    })

    it.each<Fault>([{ kind: 'status', status: 500 }, { kind: 'hang' }, { kind: 'garbage' }, { kind: 'endless' }])(
      'lets in while Apple redeems no code: %j',
      async fault => {
        test.apple.fault('token', fault)
        await withCode(somebody())
      },
    )
  })
})

describe('a server without a key of Apple’s', async () => {
  it('asks Apple for nothing, and lets in all the same', async () => {
    const without = { APPLE_SIGN_IN_KEY: '', APPLE_SIGN_IN_KEY_ID: '' }
    const test = await startSignInServer('embedded', { env: without })
    try {
      const person = test.apple.add({ email: 'without-key@example.org' })
      const nonce = randomBytes(16).toString('hex')
      const hashed = createHash('sha256').update(nonce).digest('hex')
      const identityToken = await test.apple.identityToken({ person, audience: ios!, nonce: hashed })
      const authorizationCode = test.apple.code({ person, audience: ios! })
      const answer = await callsTo(test.site)('/api/auth/apple', json({ identityToken, nonce, authorizationCode }))
      expect(answer.status).toBe(200)
      expect(test.apple.requests).not.toContain('/token')
    } finally {
      await test.stop()
    }
  })
})
