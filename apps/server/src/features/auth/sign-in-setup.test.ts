import { describe, expect, it } from 'vitest'
import { callsTo, json } from '../../../test/calls.ts'
import { startSignInServer } from '../../../test/sign-in-server.ts'
import { useServer } from '../../../test/start-server.ts'

const navigation = { headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } }

describe('where no sign-in is set up', async () => {
  const test = await useServer()
  const ask = callsTo(test.url)

  it('says so to programs with 401, and leads a browser back to the log-in page', async () => {
    expect((await ask('/api/auth/providers')).json).toEqual({ web: [], native: [] })
    for (const provider of ['google', 'apple']) {
      const program = await ask(`/api/auth/${provider}`)
      expect([program.status, program.json.code]).toEqual([401, 'sign_in_not_set_up'])
      const browser = await fetch(`${test.url}/api/auth/${provider}/`, { redirect: 'manual', ...navigation })
      expect([browser.status, browser.headers.get('location')]).toEqual([
        302,
        '/login?error=auth_failed&code=sign_in_not_set_up',
      ])
    }
    for (const provider of ['google', 'apple']) {
      const phone = await ask(`/api/auth/${provider}`, json({ identityToken: 'a.b.c', nonce: 'x'.repeat(32) }))
      expect([phone.status, phone.json.code]).toEqual([401, 'sign_in_not_set_up'])
    }
  })

  it('lets nobody in by the return addresses [ASVS 10.2.2]', async () => {
    for (const path of ['/google', '/google?code=x&state=y', '/google/?error=access_denied']) {
      const answer = await fetch(test.url + path, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login?error=auth_failed'])
    }
  })
})

describe('while a provider is out of order [ASVS 10.5.3]', () => {
  it.each([{ kind: 'status', status: 503 }, { kind: 'garbage' }, { kind: 'hang' }, { kind: 'endless' }] as const)(
    'nobody waits for long, and all is well when it is back: %j',
    async fault => {
      const test = await startSignInServer()
      try {
        const ask = callsTo(test.site)
        test.google.fault('discovery', fault)
        test.apple.fault('jwks', fault)
        const startedAt = performance.now()
        const person = test.apple.add({ email: 'patient@example.org' })
        const token = await test.apple.identityToken({ person, audience: 'app.recaps.ios', nonce: 'n' })
        const [program, browser, phone] = await Promise.all([
          ask('/api/auth/google'),
          fetch(`${test.site}/api/auth/google`, { redirect: 'manual', ...navigation }),
          ask('/api/auth/apple', json({ token, nonce: 'x'.repeat(32) })),
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
