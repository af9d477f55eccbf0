import { createClient } from '@recaps/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { silence } from './silence.ts'
import { password, useServer } from './start-server.ts'
import { refusal } from './waiting.ts'

describe('the account that a public demo opens to everybody', async () => {
  const email = 'Demo@example.com'
  const env = { DEMO: 'on', DEMO_LOGIN: `demo@example.com ${password}` }
  const test = await useServer({ env, ports: { speech: silence } })
  const logIn = async () => {
    const { token } = await test.anonymous.auth.login({ body: { email, password } })
    return createClient({ baseUrl: test.url, token: () => token })
  }
  beforeAll(() => test.anonymous.auth.register({ body: { email, password } }))

  it('stays as it is, whoever of its visitors would like to have it alone', async () => {
    const [visitor, other] = [await logIn(), await logIn()]
    const mine = (await other.users.sessions()).data.find(session => session.isCurrent)!
    const refused = {
      status: 403,
      code: 'forbidden',
      error: 'This account is open to everybody who looks at the demo. Its password and its sessions stay as they are.',
    }
    const newPassword = 'another horse battery'
    expect(await refusal(visitor.users.changePassword({ body: { currentPassword: password, newPassword } }))).toEqual(
      refused,
    )
    expect(await refusal(visitor.users.endSession({ params: { id: String(mine.id) } }))).toEqual(refused)
    expect(await refusal(visitor.account.delete({ body: { password } }))).toEqual(refused)
    expect((await other.users.profile()).email).toBe(email)
    // What each of them may do is log out.
    await other.users.endSession({ params: { id: String(mine.id) } })
    await visitor.auth.logout()
    await logIn()
  })

  it('is the only one of which that holds', async () => {
    const { client } = await test.newUser()
    await client.account.delete({ body: { password } })
    expect(await refusal(client.users.profile())).toMatchObject({ status: 401 })
  })
})
