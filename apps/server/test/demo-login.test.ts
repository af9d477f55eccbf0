import { createClient } from '@recaps/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { silentSpeech } from './silent-speech.ts'
import { password, useServer } from './start-server.ts'
import { refusal } from './wait-for.ts'

describe('the shared account of a public demo', async () => {
  const email = 'Demo@example.com'
  const env = { DEMO: 'on', DEMO_LOGIN: `demo@example.com ${password}` }
  const test = await useServer({ env, ports: { speech: silentSpeech } })
  const logIn = async () => {
    const { token } = await test.anonymous.auth.login({ body: { email, password } })
    return createClient({ baseUrl: test.url, token: () => token })
  }
  beforeAll(() => test.anonymous.auth.register({ body: { email, password } }))

  it('refuses to change the password, end sessions or delete the shared account of a public demo', async () => {
    const [visitor, other] = [await logIn(), await logIn()]
    const mine = (await other.users.sessions()).data.find(session => session.isCurrent)!
    const forbidden = {
      status: 403,
      code: 'forbidden',
      error: 'Everyone who tries the demo shares this account. Its password and sessions can’t be changed.',
    }
    const newPassword = 'another horse battery'
    expect(await refusal(visitor.users.changePassword({ body: { currentPassword: password, newPassword } }))).toEqual(
      forbidden,
    )
    expect(await refusal(visitor.users.endSession({ params: { id: String(mine.id) } }))).toEqual(forbidden)
    expect(await refusal(visitor.account.delete({ body: { password } }))).toEqual(forbidden)
    expect((await other.users.profile()).email).toBe(email)
    // Visitors may only log out.
    await other.users.endSession({ params: { id: String(mine.id) } })
    await visitor.auth.logout()
    await logIn()
  })

  it('lets other accounts of a public demo delete themselves', async () => {
    const { client } = await test.newUser()
    await client.account.delete({ body: { password } })
    expect(await refusal(client.users.profile())).toMatchObject({ status: 401 })
  })
})
