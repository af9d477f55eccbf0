import { describe, expect, it } from 'vitest'
import { createApiCaller, json, withToken } from '../../../test/calls.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer, usualDatabases } from '../../../test/start-server.ts'

const newPassword = 'seven green umbrellas'
const rounds = 3
/** More than the number of parallel hashes, so that some log-ins queue behind the password change. */
const parallel = 4

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`log-ins during a password change, ${name}`, async () => {
    const env = { TRUSTED_PROXIES: '1' }
    const test = isAvailable ? await useServer({ database: kind, env, ports: { speech: silentSpeech } }) : undefined!
    const request = createApiCaller(test.url)
    let networks = 0
    /** Uses a new network each time to stay below the per-network limits. */
    const logIn = (email: string, secret: string) => {
      networks += 1
      const headers = { 'X-Forwarded-For': `203.${networks >> 8}.${networks & 255}.7` }
      return request('/api/auth/login', json({ email, password: secret }, { headers }))
    }
    const statusOf = async (token: string) => (await request('/api/users/profile', withToken(token))).status

    /** Logs in with the old password repeatedly until the change has finished. Returns the HTTP status of each opened session. */
    async function sessionsAfter(email: string, change: ReturnType<typeof request>): Promise<number[]> {
      let isDone = false
      const changed = change.finally(() => {
        isDone = true
      })
      const answers: Awaited<typeof change>[] = []
      const logInRepeatedly = async () => {
        do answers.push(await logIn(email, password))
        while (!isDone)
      }
      await Promise.all([changed, ...Array.from({ length: parallel }, logInRepeatedly)])
      expect((await changed).status).toBe(204)
      expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
      return await Promise.all(answers.filter(({ status }) => status === 200).map(({ json }) => statusOf(json.token)))
    }

    it('no session opened with the old password survives a password change [threat 29]', async () => {
      for (let round = 0; round < rounds; round++) {
        const { token, email } = await test.newUser()
        const body = { currentPassword: password, newPassword }
        const change = request('/api/users/password', withToken(token, json(body, { method: 'PUT' })))
        expect(await sessionsAfter(email, change)).not.toContain(200)
        expect((await logIn(email, newPassword)).status).toBe(200)
      }
    })

    it('no session opened with the old password survives a password reset [threat 29]', async () => {
      for (let round = 0; round < rounds; round++) {
        const { email } = await test.newUser()
        await request('/api/auth/request-password-reset', json({ email }))
        const token = tokenFromMail((await waitForMails(test.dataDir, email, /new password/))[0]!)
        const change = request('/api/auth/reset-password', json({ token, newPassword }))
        expect(await sessionsAfter(email, change)).not.toContain(200)
      }
    })

    it('no session survives the deletion of its account', async () => {
      const { token, email } = await test.newUser()
      const deletion = request('/api/users/account', withToken(token, json({ password }, { method: 'DELETE' })))
      expect(await sessionsAfter(email, deletion)).not.toContain(200)
    })

    it.each([1, 2, 3])(
      'a session ended by a password change cannot delete the account, %i hashes later [threat 29]',
      async before => {
        const { token, email } = await test.newUser()
        const { json: thief } = await logIn(email, password)
        const body = { currentPassword: password, newPassword }
        const change = request('/api/users/password', withToken(token, json(body, { method: 'PUT' })))
        // These log-ins delay the change, so that the deletion checks the password before or after the new one is hashed.
        const logins = Array.from({ length: parallel }, () => logIn(email, password))
        await Promise.all(logins.slice(0, before))
        const deletion = request('/api/users/account', withToken(thief.token, json({ password }, { method: 'DELETE' })))
        const statuses = [(await change).status, (await deletion).status]
        // The request that commits first ends the session of the other (401). If the change commits between the check of
        // the session and that of the password, the old password is wrong (400).
        expect(statuses.filter(status => status === 204)).toHaveLength(1)
        expect(statuses.every(status => [204, 400, 401].includes(status))).toBe(true)
        await Promise.all(logins)
      },
    )
  })
}
