import { notices as contract } from '@recaps/contract/notices'
import type { Router } from '../../http/router.ts'
import type { Notices } from './notices.ts'

export function bindNotices({ bind }: Router, notices: Notices): void {
  bind(contract.list, ({ query }, { session }) => notices.list(session.userId, query))
  bind(contract.read, ({ body }, { session }) => notices.read(session.userId, body.ids ?? null))
  bind(contract.delete, async ({ params }, { session }) => {
    await notices.delete(session.userId, params.id)
    return undefined
  })
  bind(contract.deleteRead, ({ body }, { session }) => notices.deleteRead(session.userId, body.except ?? []))
  bind(contract.restore, ({ body }, { session }) => notices.restore(session.userId, body.ids))
}
