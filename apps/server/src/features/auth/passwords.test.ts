import { failures } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { readEventStream } from '../../../test/event-stream.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { refusal, untilState, youtube } from '../../../test/wait-for.ts'

const better = 'seven green umbrellas'
const minuteMs = 60_000

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`a forgotten password, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const request = createApiCaller(test.url)
    const requestReset = (email: string) => request('/api/auth/request-password-reset', json({ email }))
    const reset = (token: string, newPassword: string) =>
      request('/api/auth/reset-password', json({ token, newPassword }))
    const login = (email: string, secret: string) => request('/api/auth/login', json({ email, password: secret }))
    const resetMails = (email: string, count = 1) => waitForMails(test.dataDir, email, /new password/, count)

    it('resets a forgotten password by mail, which confirms the address and ends every session [ASVS 6.4.3]', async () => {
      const { client, email } = await test.newUser()
      expect((await requestReset(email)).status).toBe(200)
      const token = tokenFromMail((await resetMails(email))[0]!)
      expect((await reset(token, better)).status).toBe(204)
      expect((await refusal(client.users.profile())).status).toBe(401)
      expect((await login(email, password)).status).toBe(401)
      const { json: answer } = await login(email, better)
      expect(answer.user.emailVerified).toBe(true)
      expect(await waitForMails(test.dataDir, email, /password was changed/)).toHaveLength(1)
    })

    it('accepts a reset link once when several requests use it at the same time [ASVS 6.4.1, 6.5.1]', async () => {
      const { email } = await test.newUser()
      await requestReset(email)
      const token = tokenFromMail((await resetMails(email))[0]!)
      const answers = await Promise.all([1, 2, 3, 4].map(n => reset(token, `${better} ${n}`)))
      expect(answers.map(answer => answer.status).sort()).toEqual([204, 400, 400, 400])
      expect((await reset(token, better)).json).toMatchObject({
        code: 'link_expired',
        error: failures.link_expired.sentence,
      })
    })

    it('accepts only the newest reset link, for 30 minutes [ASVS 2.3.1, 6.4.1, 6.5.5]', async () => {
      const { email } = await test.newUser()
      await requestReset(email)
      const [first] = await resetMails(email)
      await requestReset(email)
      const [one, two] = (await resetMails(email, 2)).map(tokenFromMail)
      const newest = one === tokenFromMail(first!) ? two! : one!
      expect((await reset(tokenFromMail(first!), better)).status).toBe(400)
      test.clock.advance(29 * minuteMs)
      expect((await reset(newest, 'short')).status).toBe(400)
      test.clock.advance(2 * minuteMs)
      expect((await reset(newest, better)).json.code).toBe('link_expired')
    })
  })

  describe.skipIf(!isAvailable)(`a changed password, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const request = createApiCaller(test.url)
    const change = (token: string, body: object) =>
      request('/api/users/password', withToken(token, json(body, { method: 'PUT' })))

    it('ends every session, stream and audio link within a second of a password change [ASVS 7.4.3] [threat 6]', async () => {
      const { client, token, email } = await test.newConfirmedUser()
      const { token: second } = await test.anonymous.auth.login({ body: { email, password } })
      const { id } = await client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
      const { audioUrl } = await untilState(client, id, 'ready')
      expect((await request(audioUrl!)).status).toBe(200)
      const stream = await readEventStream(test.url, second)
      expect((await change(token, { currentPassword: password, newPassword: better })).status).toBe(204)
      const changedAt = performance.now()
      for (const bearer of [token, second])
        expect((await request('/api/users/profile', withToken(bearer))).status).toBe(401)
      expect((await request(audioUrl!)).status).not.toBe(200)
      await stream.ended
      expect(performance.now() - changedAt).toBeLessThan(1_000)
      expect((await test.anonymous.auth.login({ body: { email, password: better } })).user.email).toBe(email)
      const [mail] = await waitForMails(test.dataDir, email, /password was changed/)
      expect(mail!.text).not.toContain(better)
    })

    it('revokes previously mailed links when the password changes', async () => {
      const { token, email } = await test.newUser()
      await request('/api/auth/request-password-reset', json({ email }))
      const link = tokenFromMail((await waitForMails(test.dataDir, email, /new password/))[0]!)
      const verify = tokenFromMail((await waitForMails(test.dataDir, email, /Confirm/))[0]!)
      await change(token, { currentPassword: password, newPassword: better })
      const used = await request('/api/auth/reset-password', json({ token: link, newPassword: `${better} 2` }))
      expect(used.json.code).toBe('link_expired')
      const { json: again } = await request('/api/auth/login', json({ email, password: better }))
      const late = await request('/api/auth/verify-email', withToken(again.token, json({ token: verify })))
      expect(late.json.code).toBe('link_expired')
    })

    it('requires the current password to change it and does not log out after a wrong one [ASVS 6.2.2, 6.2.3, 7.5.1]', async () => {
      const { client, token } = await test.newUser()
      const wrong = await change(token, { currentPassword: 'not this one', newPassword: better })
      expect([wrong.status, wrong.json.code]).toEqual([400, 'wrong_password'])
      expect((await client.users.profile()).id).toBeGreaterThan(0)
    })

    it('limits guesses of the current password to five, even within a valid session', async () => {
      const { token } = await test.newUser()
      const answers = []
      for (let tries = 0; tries < 7; tries++)
        answers.push(await change(token, { currentPassword: `guess ${tries}`, newPassword: better }))
      expect(answers.map(answer => answer.status)).toEqual([400, 400, 400, 400, 400, 429, 429])
      expect((await change(token, { currentPassword: password, newPassword: better })).status).toBe(429)
    })

    it('changes the password once when several changes arrive at the same time [ASVS 2.3.4]', async () => {
      const { token } = await test.newUser()
      const changes = [1, 2, 3].map(n => change(token, { currentPassword: password, newPassword: `${better} ${n}` }))
      const statuses = (await Promise.all(changes)).map(answer => answer.status)
      expect(statuses.filter(status => status === 204)).toHaveLength(1)
    })
  })
}

describe('a new password', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const request = createApiCaller(test.url)
  const register = (email: string, secret: string) => request('/api/auth/register', json({ email, password: secret }))

  it.each([
    'password',
    'PassWord',
    'iloveyou',
    '1q2w3e4r5t',
    'aaaaaaaaaaaa',
    'grace.hopper',
    'Grace.Hopper1906',
    'grace.hopper@example.com',
    'Recaps2026!',
  ])('rejects an easily guessed password with a readable message: %s [ASVS 6.2.4, 6.2.11, 6.2.12]', async secret => {
    const refused = await register('grace.hopper@example.com', secret)
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([
      400,
      'password_too_common',
      failures.password_too_common.sentence,
    ])
  })

  it.each(['correct horse battery', 'x7#kQpL2', 'пароль для видео', 'grace likes umbrellas'])(
    'accepts a password that is not easily guessed: %s',
    async secret => {
      expect((await register(`grace.${crypto.randomUUID()}@example.com`, secret)).status).toBe(200)
    },
  )

  it('rejects a common password on change and on reset, and keeps the reset link valid [ASVS 6.2.4]', async () => {
    const { token, email } = await test.newUser()
    const changed = await request(
      '/api/users/password',
      withToken(token, json({ currentPassword: password, newPassword: 'password1' }, { method: 'PUT' })),
    )
    expect(changed.json.code).toBe('password_too_common')
    await request('/api/auth/request-password-reset', json({ email }))
    const link = tokenFromMail((await waitForMails(test.dataDir, email, /new password/))[0]!)
    const reset = (newPassword: string) => request('/api/auth/reset-password', json({ token: link, newPassword }))
    expect((await reset('password1')).json.code).toBe('password_too_common')
    expect((await reset(better)).status).toBe(204)
  })
})
