import { schedules as contract } from '@recaps/contract/schedules'
import type { Router } from '../../http/router.ts'
import type { Importing } from './importing.ts'
import type { Schedules } from './service.ts'

export function bindSchedules({ bind }: Router, schedules: Schedules, importChannels: Importing): void {
  bind(contract.list, (_, { session }) => schedules.list(session.userId))
  bind(contract.create, ({ body }, { session }) => schedules.create(session.userId, body))
  bind(contract.preview, ({ body }, { session }) => schedules.preview(session.userId, body))
  bind(contract.detail, ({ params }, { session }) => schedules.detail(session.userId, params.id))
  bind(contract.change, ({ params, body }, { session }) => schedules.change(session.userId, params.id, body))
  bind(contract.delete, async ({ params }, { session }) => {
    await schedules.delete(session.userId, params.id)
    return undefined
  })
  bind(contract.importChannels, ({ body }, { session }) => importChannels(session.userId, body.text))
}
