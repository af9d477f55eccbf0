import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer } from '../../../test/start-server.ts'

const test = await useServer({ ports: { speech: silentSpeech } })
const request = createApiCaller(test.url)
const register = (email: string, secret: string) => request('/api/auth/register', json({ email, password: secret }))
const login = (email: string, secret: string) => request('/api/auth/login', json({ email, password: secret }))

describe('a password', () => {
  it.each([
    ['only lowercase letters', 'umbrellasareforrain'],
    ['only digits', '7305184926'],
    ['only punctuation', '~!@#$%^&*()_'],
    ['spaces at both ends', '  two green umbrellas  '],
    ['emoji and other scripts', 'дождь ☔ 雨が降る ☔'],
    ['quotes and markup', `'); drop table users; --<script>`],
    ['64 characters', 'umbrella'.repeat(8)],
    ['256 characters', 'umbrella'.repeat(32)],
  ])('accepts a password with %s and logs in with it [ASVS 6.2.5, 6.2.9]', async (_, secret) => {
    const email = `rules-${crypto.randomUUID()}@example.com`
    expect((await register(email, secret)).status).toBe(200)
    expect((await login(email, secret)).status).toBe(200)
  })

  it('compares passwords exactly, without changing case, trimming or truncating [ASVS 6.2.8]', async () => {
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
      // A correct login in between resets the limit on wrong passwords.
      expect((await login(email, secret)).status).toBe(200)
    }
  })

  it('never returns the password or its hash and has no password hints or security questions [ASVS 6.4.2, 15.3.1]', async () => {
    const { json: created } = await register('silent@example.com', password)
    const answers = JSON.stringify([created, (await request('/api/users/profile', withToken(created.token))).json])
    expect(answers).not.toMatch(/"(password|hash|hint|question|passwordHash)"/i)
    expect(answers).not.toContain(password)
  })
})

describe('logging in again', () => {
  it('issues a new token on login and ends the session that sent the request [ASVS 7.2.2, 7.2.3, 7.2.4]', async () => {
    const { json: first } = await register('anew@example.com', password)
    const body = { email: 'anew@example.com', password }
    const { json: elsewhere } = await request('/api/auth/login', json(body))
    const { json: second } = await request('/api/auth/login', withToken(first.token, json(body)))
    const statusOf = async (token: string) => (await request('/api/users/profile', withToken(token))).status
    expect(new Set([first.token, elsewhere.token, second.token]).size).toBe(3)
    expect(await Promise.all([first, elsewhere, second].map(({ token }) => statusOf(token)))).toEqual([401, 200, 200])
  })

  it('keeps the current session after a login attempt with a wrong password', async () => {
    const { json: first } = await register('still@example.com', password)
    const wrong = json({ email: 'still@example.com', password: 'not this one' })
    expect((await request('/api/auth/login', withToken(first.token, wrong))).status).toBe(401)
    expect((await request('/api/users/profile', withToken(first.token))).status).toBe(200)
  })
})
