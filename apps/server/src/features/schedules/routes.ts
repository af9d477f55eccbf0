import { schedules as contract } from '@recaps/contract/schedules'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { ChannelPreviews } from './channel-previews.ts'
import type { Importing } from './importing.ts'
import type { Schedules } from './service.ts'

export interface ScheduleRoutesDeps {
  schedules: Schedules
  importChannels: Importing
  previewChannels: ChannelPreviews
  limits: Limits
}

export function bindSchedules(
  { bind }: Router,
  { schedules, importChannels, previewChannels, limits }: ScheduleRoutesDeps,
): void {
  bind(contract.list, (_, { session }) => schedules.list(session.userId))
  bind(contract.create, ({ body }, { session }) => schedules.create(session.userId, body))
  bind(contract.preview, async ({ body }, { session }) => {
    if (body.channelIds?.length) await limits.take('outside', String(session.userId))
    return await schedules.preview(session.userId, body)
  })
  bind(contract.previewChannels, async ({ body }, { session }) => {
    if (body.ask) await limits.take('outside', String(session.userId))
    return { data: await previewChannels(body.channelIds, { ask: body.ask ?? false }) }
  })
  bind(contract.detail, ({ params }, { session }) => schedules.detail(session.userId, params.id))
  bind(contract.change, ({ params, body }, { session }) => schedules.change(session.userId, params.id, body))
  bind(contract.run, async ({ params }, { session }) => {
    await limits.take('run_now', String(session.userId))
    return await schedules.run(session.userId, params.id)
  })
  bind(contract.pause, ({ params }, { session }) => schedules.pause(session.userId, params.id))
  bind(contract.resume, ({ params }, { session }) => schedules.resume(session.userId, params.id))
  bind(contract.skip, ({ params }, { session }) => schedules.skip(session.userId, params.id))
  bind(contract.runs, async ({ params }, { session }) => ({ data: await schedules.runs(session.userId, params.id) }))
  bind(contract.delete, async ({ params }, { session }) => {
    await schedules.delete(session.userId, params.id)
    return undefined
  })
  bind(contract.importChannels, ({ body }, { session }) => importChannels(session.userId, body.text))
}
