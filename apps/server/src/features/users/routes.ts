import { users as contract } from '@recaps/contract/users'
import type { Router } from '../../http/router.ts'
import type { Users } from './service.ts'

/** The `auth` feature binds the password and session routes of `/api/users`. */
export function bindUsers({ bind }: Router, users: Users): void {
  bind(contract.profile, (_, { session }) => users.profile(session.userId))
  bind(contract.changeProfile, ({ body }, { session }) => users.changeProfile(session.userId, body))
  bind(contract.settings, (_, { session }) => users.settings(session.userId))
  bind(contract.changeSettings, ({ body }, { session }) => users.changeSettings(session.userId, body))
}
