import { auth as contract } from '@recaps/contract/auth'
import { users as account } from '@recaps/contract/users'
import type { Caller, Router } from '../../http/router.ts'
import { parseDevice } from './device.ts'
import type { Auth } from './service.ts'
import type { Visitor } from './sessions.ts'

/** Login, sessions and passwords. The specification puts passwords and sessions under `/api/users`. */
export function bindAuth({ bind }: Router, auth: Auth): void {
  bind(contract.register, ({ body }, caller) => auth.register(body, readVisitor(caller)))
  bind(contract.login, async ({ body }, caller) => {
    const answer = await auth.login(body, readVisitor(caller))
    // A new login ends the caller's previous session, so that it can't be used alongside the new one.
    if (caller.session) await auth.logout(caller.session, caller.network)
    return answer
  })
  bind(contract.logout, async (_, { session, network }) => {
    await auth.logout(session, network)
    return undefined
  })
  bind(contract.requestPasswordReset, ({ body }, { network }) => auth.passwords.requestReset(body.email, network))
  bind(contract.resetPassword, async ({ body }, { network }) => {
    await auth.passwords.reset(body, network)
    return undefined
  })
  bind(contract.verifyEmail, async ({ body }, { session, network }) => {
    await auth.verifyEmail(session, body.token, network)
    return undefined
  })
  bind(contract.resendVerification, async (_, { session }) => {
    await auth.resendVerification(session)
    return undefined
  })

  bind(account.changePassword, async ({ body }, { session, network }) => {
    await auth.passwords.change(session, body, network)
    return undefined
  })
  bind(account.sessions, async (_, { session }) => ({ data: await auth.sessions.list(session) }))
  bind(account.endSession, async ({ params }, { session, network }) => {
    // Any other value can't be a session id.
    const id = /^[1-9]\d{0,14}$/.test(params.id) ? Number(params.id) : null
    if (id !== null) await auth.sessions.endOne(session.userId, id, 'session_revoked', network)
    return undefined
  })
}

export const readVisitor = ({ network, context }: Pick<Caller<unknown>, 'network' | 'context'>): Visitor => ({
  network,
  device: parseDevice(context.req.header('user-agent')),
})
