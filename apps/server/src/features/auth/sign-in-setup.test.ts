import { describe, expect, it } from 'vitest'
import { createApiCaller, json } from '../../../test/calls.ts'
import { startSignInServer } from '../../../test/sign-in-server.ts'
import { useServer } from '../../../test/start-server.ts'

const navigation = { headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } }

describe('a server without sign-in providers', async () => {
  const test = await useServer()
  const request = createApiCaller(test.url)

  it('answers 401 to API clients and redirects browsers to the login page if no provider is set up', async () => {
    expect((await request('/api/auth/providers')).json).toEqual({ web: [], native: [] })
    for (const provider of ['google', 'apple']) {
      const program = await request(`/api/auth/${provider}`)
      expect([program.status, program.json.code]).toEqual([401, 'sign_in_not_set_up'])
      const browser = await fetch(`${test.url}/api/auth/${provider}/`, { redirect: 'manual', ...navigation })
      expect([browser.status, browser.headers.get('location')]).toEqual([
        302,
        '/login?error=auth_failed&code=sign_in_not_set_up',
      ])
    }
    for (const provider of ['google', 'apple']) {
      const phone = await request(`/api/auth/${provider}`, json({ identityToken: 'a.b.c', nonce: 'x'.repeat(32) }))
      expect([phone.status, phone.json.code]).toEqual([401, 'sign_in_not_set_up'])
    }
  })

  it('redirects forged provider returns to the login page if no provider is set up [ASVS 10.2.2]', async () => {
    for (const path of ['/google', '/google?code=x&state=y', '/google/?error=access_denied']) {
      const answer = await fetch(test.url + path, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?error=auth_failed'])
    }
  })
})

describe('while a provider is unavailable [ASVS 10.5.3]', () => {
  it.each([{ kind: 'status', status: 503 }, { kind: 'garbage' }, { kind: 'hang' }, { kind: 'endless' }] as const)(
    'fails sign-ins quickly while a provider is unavailable and recovers afterwards: %j',
    async fault => {
      const test = await startSignInServer()
      try {
        const request = createApiCaller(test.site)
        test.google.fault('discovery', fault)
        test.apple.fault('jwks', fault)
        const startedAt = performance.now()
        const person = test.apple.addPerson({ email: 'patient@example.org' })
        const token = await test.apple.identityToken({ person, audience: 'app.recaps.ios', nonce: 'n' })
        const [program, browser, phone] = await Promise.all([
          request('/api/auth/google'),
          fetch(`${test.site}/api/auth/google`, { redirect: 'manual', ...navigation }),
          request('/api/auth/apple', json({ token, nonce: 'x'.repeat(32) })),
        ])
        expect(performance.now() - startedAt).toBeLessThan(8_000)
        expect([program.status, program.json.code]).toEqual([503, 'sign_in_unavailable'])
        expect(browser.headers.get('location')).toBe('/login?error=auth_failed&code=sign_in_unavailable')
        expect([phone.status, phone.json.code]).toEqual([503, 'sign_in_unavailable'])
        test.google.clearFaults()
        expect((await fetch(`${test.site}/api/auth/google`, { redirect: 'manual' })).headers.get('location')).toContain(
          test.google.issuer,
        )
      } finally {
        await test.stop()
      }
    },
  )
})
