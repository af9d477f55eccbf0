import { users as contract } from '@recaps/contract/users'
import type { Router } from '../../http/router.ts'
import type { Users } from './service.ts'

export function bindUsers({ bind }: Router, users: Users): void {
  bind(contract.profile, (_, { session }) => users.profile(session.userId))
}
