import { describe, expect, it } from 'vitest'
import { createApiCaller } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, type TestUser, useServer } from '../../../test/start-server.ts'

const form = (body: string, type = 'application/x-www-form-urlencoded') => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
})
const oneClick = form('List-Unsubscribe=One-Click')

describe('unsubscribe links', async () => {
  const test = await useServer({ ports: { speech: silentSpeech }, env: { PRODUCT_NAME: 'Re<b>caps</b> & Co' } })
  const ask = createApiCaller(test.url)
  const { unsubscribing, users } = test.server.services
  const linkOf = ({ id }: Pick<TestUser, 'id'>) => unsubscribing.pathFor(id, 'digest')
  const wantsDigest = async ({ client }: TestUser) => (await client.users.settings()).mail.digest

  it('shows the kind of mail and the masked address, and changes nothing when an unsubscribe link is opened', async () => {
    const user = await test.newUser()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await ask(linkOf(user), { method })
      expect(page.status).toBe(200)
      if (method === 'HEAD') continue
      expect(page.text).toContain('Digests of the channels you follow, mailed to u•••@example.com')
      expect(page.text).toContain('<form method="post"><button class="stop"')
      expect(page.text).toContain('Re&lt;b&gt;caps&lt;/b&gt; &amp; Co')
    }
    expect(await wantsDigest(user)).toBe(true)
  })

  it.each([
    ['one click in a mail program', oneClick],
    [
      'one click sent as multipart form data',
      form(
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
        'multipart/form-data; boundary=x',
      ),
    ],
    ['the button on the page', form('stop=1')],
    ['a POST without a body', { method: 'POST' }],
  ])('unsubscribes by %s and shows that on the page and in the settings', async (_, call) => {
    const user = await test.newUser()
    const done = await ask(linkOf(user), call)
    expect(done.status).toBe(200)
    expect(done.text).toContain('You are unsubscribed')
    expect(done.text).toContain('<button class="undo" name="undo"')
    expect((await user.client.users.settings()).mail).toEqual({ digest: false, product: false })
    expect((await ask(linkOf(user))).text).toContain('You are unsubscribed')
  })

  it('accepts repeated and concurrent unsubscribe and undo requests', async () => {
    const user = await test.newUser()
    for (const _ of [1, 2]) expect((await ask(linkOf(user), oneClick)).status).toBe(200)
    for (const _ of [1, 2]) {
      const undone = await ask(linkOf(user), form('undo=1'))
      expect(undone.text).toContain('You are subscribed again')
      expect(await wantsDigest(user)).toBe(true)
    }
    await Promise.all(Array.from({ length: 5 }, () => ask(linkOf(user), oneClick)))
    expect(await wantsDigest(user)).toBe(false)
  })

  it('accepts an unsubscribe link years later, without login and after the address has changed', async () => {
    const user = await test.newUser()
    const link = linkOf(user)
    await user.client.auth.logout()
    const { db } = test.server.services.database
    await db.transaction().execute(trx => users.changeEmail(trx, user.id, `new-${user.email}`))
    test.clock.advance(3 * 365 * 24 * 3600 * 1000)
    const done = await ask(link, oneClick)
    expect([done.status, (await users.storedSettings(user.id))?.mail.digest]).toEqual([200, false])
    expect(done.text).toContain('n•••@example.com')
    expect(done.text).not.toContain(user.email)
  })

  it('changes no other settings and no other user when a user unsubscribes', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    await user.client.users.changeSettings({ body: { mail: { product: true }, push: { digest: false } } })
    const before = await user.client.users.settings()
    await ask(linkOf(user), oneClick)
    expect(await user.client.users.settings()).toEqual({ ...before, mail: { digest: false, product: true } })
    expect(await wantsDigest(other)).toBe(true)
  })

  it('returns 404 for forged unsubscribe links', async () => {
    const [user, other] = [await test.newUser(), await test.newUser()]
    const [id, topic, signature] = linkOf(user).replace('/unsubscribe/', '').split('.')
    const forged = [
      `${other.id}.${topic}.${signature}`,
      `${id}.product.${signature}`,
      `${id}.${topic}.${'a'.repeat(43)}`,
      `${id}.${topic}.`,
      `${id}.${topic}`,
      `${id}.__proto__.${signature}`,
      `0${id}.digest.x`,
      '%00',
      'x'.repeat(5000),
    ]
    for (const token of forged)
      for (const call of [{}, oneClick, form('undo=1')]) {
        const refused = await ask(`/unsubscribe/${token}`, call)
        expect([token, refused.status]).toEqual([token, 404])
        expect(refused.text).not.toContain('@example')
      }
    for (const each of [user, other]) expect(await wantsDigest(each)).toBe(true)
  })

  it('shows on the unsubscribe page that the account was deleted', async () => {
    const user = await test.newUser()
    await user.client.account.delete({ body: { password } })
    for (const call of [{}, oneClick, form('undo=1')]) {
      const page = await ask(linkOf(user), call)
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('This account was deleted')])
    }
  })

  it('serves the unsubscribe page without scripts, external resources or caching', async () => {
    const { headers, text } = await ask(linkOf(await test.newUser()))
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'self';/)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).not.toMatch(/<script|style="| on\w+=/)
    expect((await ask(linkOf(await test.newUser()), form('x='.repeat(20_000)))).status).toBe(413)
  })

  it('limits how often one network may open unsubscribe pages and says when to try again', async () => {
    const user = await test.newUser()
    const from = { headers: { 'X-Forwarded-For': '198.51.100.7' } }
    const statuses = new Set<number>()
    for (let tries = 0; tries < 301; tries++) statuses.add((await fetch(test.url + linkOf(user), from)).status)
    expect([...statuses]).toEqual([200, 429])
    for (const call of [from, { ...oneClick, headers: { ...oneClick.headers, ...from.headers } }]) {
      const { status, headers, text } = await ask(linkOf(user), call)
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      expect([status, headers.get('content-type')]).toEqual([429, expect.stringMatching(/^text\/html/)])
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(text).toContain(`Open the link again in ${seconds} seconds.`)
      expect(text).not.toMatch(/<form|@example/)
    }
    expect(await wantsDigest(user)).toBe(true)
  })
})
