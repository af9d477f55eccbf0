import { schedules as contract } from '@recaps/contract/schedules'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { ChannelPreviews } from './channel-previews.ts'
import type { DigestSamples } from './digest/sample.ts'
import type { ChannelImport } from './import-channels.ts'
import type { Schedules } from './service.ts'
import type { Suggestions } from './suggestions.ts'

export interface ScheduleRoutesDeps {
  schedules: Schedules
  importChannels: ChannelImport
  previewChannels: ChannelPreviews
  suggestions: Suggestions
  mailSample: DigestSamples
  limits: Limits
}

export function bindSchedules(
  { bind }: Router,
  { schedules, importChannels, previewChannels, suggestions, mailSample, limits }: ScheduleRoutesDeps,
): void {
  bind(contract.list, (_, { session }) => schedules.list(session.userId))
  bind(contract.create, ({ body }, { session }) => schedules.create(session.userId, body))
  bind(contract.preview, async ({ body }, { session }) => {
    if (body.channelIds?.length) await limits.take('outside', String(session.userId))
    return await schedules.preview(session.userId, body)
  })
  bind(contract.previewChannels, async ({ body }, { session }) => {
    if (body.ask) await limits.take('outside', String(session.userId))
    return { data: await previewChannels(session.userId, body.channelIds, { ask: body.ask ?? false }) }
  })
  // Must come before `detail`, whose path would match `suggestions` as an id.
  bind(contract.suggestions, async (_, { session }) => ({ data: await suggestions(session.userId) }))
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
  bind(contract.restore, ({ params }, { session }) => schedules.restore(session.userId, params.id))
  bind(contract.mailSample, (_, { session }) => mailSample(session.userId))
  bind(contract.importChannels, ({ body }, { session }) => importChannels(session.userId, body.text))
}
