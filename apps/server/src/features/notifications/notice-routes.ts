import { notices as contract } from '@recaps/contract/notices'
import type { Router } from '../../http/router.ts'
import type { Notices } from './notices.ts'

export function bindNotices({ bind }: Router, notices: Notices): void {
  bind(contract.list, ({ query }, { session }) => notices.list(session.userId, query))
  bind(contract.read, ({ body }, { session }) => notices.read(session.userId, body.ids ?? null))
}
