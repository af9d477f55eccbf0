import { users as contract } from '@recaps/contract/users'
import type { Router } from '../../http/router.ts'
import type { Users } from './service.ts'

/** Passwords and sessions of `/api/users` are bound by `auth`, which knows them. */
export function bindUsers({ bind }: Router, users: Users): void {
  bind(contract.profile, (_, { session }) => users.profile(session.userId))
  bind(contract.changeProfile, ({ body }, { session }) => users.changeProfile(session.userId, body))
  bind(contract.settings, (_, { session }) => users.settings(session.userId))
  bind(contract.changeSettings, ({ body }, { session }) => users.changeSettings(session.userId, body))
}
