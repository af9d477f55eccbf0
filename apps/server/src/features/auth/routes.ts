import { auth as contract } from '@recaps/contract/auth'
import type { Router } from '../../http/router.ts'
import type { Auth } from './service.ts'

export function bindAuth({ bind }: Router, auth: Auth): void {
  bind(contract.register, ({ body }, { network }) => auth.register(body, network))
  bind(contract.login, ({ body }, { network }) => auth.login(body, network))
  bind(contract.logout, async (_, { session }) => {
    await auth.logout(session)
    return undefined
  })
}
