import { describe, expect, it } from 'vitest'
import { callsTo, json, withToken } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { password, useServer } from '../../../test/start-server.ts'

const test = await useServer({ ports: { speech: silence } })
const ask = callsTo(test.url)
const register = (email: string, secret: string) => ask('/api/auth/register', json({ email, password: secret }))
const login = (email: string, secret: string) => ask('/api/auth/login', json({ email, password: secret }))

describe('a password', () => {
  it.each([
    ['nothing but small letters', 'umbrellasareforrain'],
    ['nothing but figures', '7305184926'],
    ['nothing but signs', '~!@#$%^&*()_'],
    ['spaces at both ends', '  two green umbrellas  '],
    ['emoji and other scripts', 'дождь ☔ 雨が降る ☔'],
    ['quotes and markup', `'); drop table users; --<script>`],
    ['64 characters', 'umbrella'.repeat(8)],
    ['256 characters', 'umbrella'.repeat(32)],
  ])('may be of %s, and gets its owner in [ASVS 6.2.5, 6.2.9]', async (_, secret) => {
    const email = `rules-${crypto.randomUUID()}@example.com`
    expect((await register(email, secret)).status).toBe(200)
    expect((await login(email, secret)).status).toBe(200)
  })

  it('is compared as it is: in other letters, cut off, trimmed or with more behind it, it is another [ASVS 6.2.8]', async () => {
    const email = 'exact@example.com'
    const secret = ` Two Green ${'umbrella'.repeat(20)} `
    await register(email, secret)
    const others = [
      secret.toLowerCase(),
      secret.toUpperCase(),
      secret.trim(),
      secret.slice(0, -1),
      secret.slice(0, 72),
      `${secret}x`,
    ]
    for (const other of others) {
      expect([other, (await login(email, other)).status]).toEqual([other, 401])
      // The right one in between, so that the wrong ones are not refused for their number.
      expect((await login(email, secret)).status).toBe(200)
    }
  })

  it('is asked for by no hint and no question, and is told to nobody [ASVS 6.4.2, 15.3.1]', async () => {
    const { json: made } = await register('silent@example.com', password)
    const told = JSON.stringify([made, (await ask('/api/users/profile', withToken(made.token))).json])
    expect(told).not.toMatch(/"(password|hash|hint|question|passwordHash)"/i)
    expect(told).not.toContain(password)
  })
})

describe('logging in anew', () => {
  it('gives another token, and ends the session that asked [ASVS 7.2.2, 7.2.3, 7.2.4]', async () => {
    const { json: first } = await register('anew@example.com', password)
    const body = { email: 'anew@example.com', password }
    const { json: elsewhere } = await ask('/api/auth/login', json(body))
    const { json: second } = await ask('/api/auth/login', withToken(first.token, json(body)))
    const statusOf = async (token: string) => (await ask('/api/users/profile', withToken(token))).status
    expect(new Set([first.token, elsewhere.token, second.token]).size).toBe(3)
    expect(await Promise.all([first, elsewhere, second].map(({ token }) => statusOf(token)))).toEqual([401, 200, 200])
  })

  it('with a wrong password leaves the session that asked', async () => {
    const { json: first } = await register('still@example.com', password)
    const wrong = json({ email: 'still@example.com', password: 'not this one' })
    expect((await ask('/api/auth/login', withToken(first.token, wrong))).status).toBe(401)
    expect((await ask('/api/users/profile', withToken(first.token))).status).toBe(200)
  })
})
