import { createHash, randomBytes } from 'node:crypto'
import { createClient } from '@recaps/contract'
import type { AuthResponse } from '@recaps/contract/auth'
import type { ErrorResponse } from '@recaps/contract/schemas'
import { forgeries, type Person } from '@recaps/fake-openid'
import { describe, expect, it } from 'vitest'
import { type Browser, newBrowser } from '../../../test/browser.ts'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { waitForMails } from '../../../test/mailbox.ts'
import { appleApps, useSignInServer } from '../../../test/sign-in-server.ts'
import { password, usualDatabases } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const [ios, mac] = appleApps
let people = 0

describe.each(usualDatabases)('signing in with Apple $name', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('', async () => {
    const test = await useSignInServer(kind)
    const request = createApiCaller(test.site)
    const newPerson = (who: Partial<Person> = {}): Person =>
      test.apple.addPerson({ email: `apple-${++people}-${Date.now()}@example.org`, ...who })
    const hashed = (text: string) => createHash('sha256').update(text).digest('hex')
    const newNonce = () => randomBytes(16).toString('hex')

    /** Signs in like the phone app: Apple gets the hash of the nonce, our server the nonce itself. */
    async function signIn(person: Person, extra: object = {}) {
      const nonce = newNonce()
      const identityToken = await test.apple.identityToken({ person, audience: ios!, nonce: hashed(nonce) })
      return await post({ identityToken, nonce, ...extra })
    }
    async function post(body: object) {
      const answer = await request('/api/auth/apple', json(body))
      const data: AuthResponse & ErrorResponse = answer.json
      return { status: answer.status, json: data }
    }
    const refused = [401, 'sign_in_failed']

    it('explains how to disconnect Apple in the deletion mail, only to users who signed in with Apple', async () => {
      const person = newPerson()
      const { token } = (await signIn(person)).json
      await createClient({ baseUrl: test.url, token: () => token }).account.delete({ body: { email: person.email! } })
      const [last] = await waitForMails(test.dataDir, person.email!, /was deleted$/)
      expect(last?.text?.replace(/\s+/g, ' ')).toContain('You also signed in with Apple. Recaps is still listed there.')
      const other = await test.newConfirmedUser()
      await other.client.account.delete({ body: { password } })
      const [otherLast] = await waitForMails(test.dataDir, other.email, /was deleted$/)
      expect(otherLast?.text).not.toContain('Apple')
    })

    describe('on a phone', () => {
      it('creates an account for an Apple token and finds it again', async () => {
        const person = newPerson()
        const first = await signIn(person, { firstName: 'Grace', lastName: 'Hopper' })
        expect(first.json.user).toMatchObject({ email: person.email, emailVerified: true, firstName: 'Grace' })
        expect((await request('/api/users/profile', withToken(first.json.token))).status).toBe(200)
        expect((await signIn(person)).json.user).toMatchObject({ id: first.json.user.id, lastName: 'Hopper' })
      })

      it('accepts an Apple token in the token field and for each of our apps', async () => {
        const nonce = newNonce()
        const token = await test.apple.identityToken({ person: newPerson(), audience: mac!, nonce: hashed(nonce) })
        expect((await post({ token, nonce })).status).toBe(200)
      })

      it.each(forgeries)(
        'rejects a forged Apple token: %s [ASVS 6.8.2, 9.1.1, 9.1.2, 9.2.1, 9.2.3, 10.5.4]',
        async forgery => {
          const nonce = newNonce()
          const claims = { person: newPerson(), audience: ios!, nonce: hashed(nonce) }
          const answer = await post({ identityToken: await test.apple.identityToken(claims, forgery), nonce })
          expect([answer.status, answer.json.code]).toEqual(refused)
          expect(JSON.stringify(answer.json)).not.toContain('jwt')
        },
      )

      it('accepts an Apple token once, even if it is sent twice at the same time [ASVS 10.5.1]', async () => {
        const nonce = newNonce()
        const identityToken = await test.apple.identityToken({
          person: newPerson(),
          audience: ios!,
          nonce: hashed(nonce),
        })
        const both = await Promise.all([post({ identityToken, nonce }), post({ identityToken, nonce })])
        expect(both.map(one => one.status).toSorted()).toEqual([200, 401])
        expect((await post({ identityToken, nonce })).status).toBe(401)
      })

      it('rejects an Apple token whose nonce differs or is not hashed [ASVS 10.5.1]', async () => {
        const nonce = newNonce()
        const claims = { person: newPerson(), audience: ios! }
        const hash = await test.apple.identityToken({ ...claims, nonce: hashed(nonce) })
        const plain = await test.apple.identityToken({ ...claims, nonce })
        expect((await post({ identityToken: hash, nonce: newNonce() })).status).toBe(401)
        expect((await post({ identityToken: hash, nonce: hashed(nonce) })).status).toBe(401)
        expect((await post({ identityToken: plain, nonce })).status).toBe(401)
      })

      it('rejects an Apple token that was issued for a browser [ASVS 9.2.2]', async () => {
        const nonce = newNonce()
        const claims = { person: newPerson(), audience: 'app.recaps.web', nonce: hashed(nonce) }
        expect((await post({ identityToken: await test.apple.identityToken(claims), nonce })).status).toBe(401)
      })

      it.each([
        ['an empty body', {}],
        ['no nonce', { identityToken: 'a.b.c' }],
        ['a guessable nonce', { identityToken: 'a.b.c', nonce: '1234' }],
        ['no token', { nonce: 'x'.repeat(32) }],
        ['an oversized token', { identityToken: 'x'.repeat(9000), nonce: 'x'.repeat(32) }],
      ])('rejects an Apple sign-in from a phone with %s', async (_, body) => {
        expect([(await post(body)).status, (await post(body)).json.code]).toEqual([400, 'invalid_request'])
      })

      it.each(['x', 'a.b.c', '..', 'eyJhbGciOiJSUzI1NiJ9.e30.', '\u202e.\u202e.\u202e'])(
        'rejects %j as an Apple token',
        async identityToken => {
          const answer = await post({ identityToken, nonce: newNonce() })
          expect([answer.status, answer.json.code]).toEqual(refused)
        },
      )

      it('accepts new Apple keys soon after a rotation and rejects tokens signed with the old ones [ASVS 9.1.3]', async () => {
        const person = newPerson()
        const nonce = newNonce()
        const old = await test.apple.identityToken({ person, audience: ios!, nonce: hashed(nonce) })
        expect((await signIn(person)).status).toBe(200)
        await test.apple.rotateKeys()
        await eventually(
          () => signIn(person),
          answer => answer.status === 200,
        )
        expect((await post({ identityToken: old, nonce })).status).toBe(401)
      })
    })

    describe('in a browser', () => {
      const atCallback = /\/auth\/callback\?|\/login\?/
      async function inBrowser(browser: Browser, choice: { person: string } | { decline: 'yes' }): Promise<URL> {
        const page = await browser.open(`${test.site}/api/auth/apple?redirect=%2Ftabs%2Fhistory`)
        return new URL((await browser.choose(page, choice, atCallback)).url)
      }
      const exchange = async (browser: Browser, url: URL) => {
        const token = url.searchParams.get('token')
        const answer = await browser.call(`${test.site}/api/auth/exchange`, json({ token }))
        return { status: answer.status, json: JSON.parse(await answer.text()) }
      }

      it('signs in with Apple in a browser, with the name that Apple sends only once', async () => {
        const person = newPerson({ givenName: 'Katherine', familyName: 'Johnson' })
        const browser = newBrowser()
        const session = await exchange(browser, await inBrowser(browser, { person: person.id }))
        expect(session.json).toMatchObject({
          redirect: '/tabs/history',
          user: { email: person.email, emailVerified: true, firstName: 'Katherine', lastName: 'Johnson' },
        })
        expect((await signIn(person)).json.user.id).toBe(session.json.user.id)
      })

      it('rejects the code of an Apple sign-in in another browser, even though the form can be posted there', async () => {
        const [attacker, victim] = [newBrowser(), newBrowser()]
        const arrived = await inBrowser(attacker, { person: newPerson().id })
        await inBrowser(victim, { person: newPerson().id })
        expect((await exchange(victim, arrived)).status).toBe(401)
      })

      it('issues no second code when the form of an Apple sign-in is posted again', async () => {
        const browser = newBrowser()
        const arrived = await inBrowser(browser, { person: newPerson().id })
        const [form] = browser.posted
        const again = await fetch(`${test.site}/apple`, { method: 'POST', redirect: 'manual', body: form! })
        expect([again.status, again.headers.get('location')]).toEqual([303, '/login?error=auth_failed'])
        expect((await exchange(browser, arrived)).status).toBe(200)
      })

      it('redirects to the login page if an Apple sign-in is declined or its token is forged', async () => {
        expect((await inBrowser(newBrowser(), { decline: 'yes' })).search).toBe('?error=auth_failed')
        for (const forgery of forgeries) {
          test.apple.forge(forgery)
          expect((await inBrowser(newBrowser(), { person: newPerson().id })).search).toBe('?error=auth_failed')
        }
      })

      it.each([
        ['', 'application/x-www-form-urlencoded'],
        ['state=x&id_token=y', 'application/x-www-form-urlencoded'],
        ['{"state":"x"}', 'application/json'],
      ])('redirects a form that is not from Apple to the login page: %j', async (body, type) => {
        const answer = await fetch(`${test.site}/apple`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Content-Type': type, Origin: 'https://evil.example' },
          body,
        })
        expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?error=auth_failed'])
      })
    })
  })
})
