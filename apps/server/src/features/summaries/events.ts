import type { SummaryEvent } from '@recaps/contract/summaries'
import type { OpenDatabase } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { sessionEndsChannel } from '../auth/sessions.ts'
import { noUrls, presentSummaryItem } from './present.ts'
import { recapChangesChannel } from './recap-changes.ts'
import { findSummariesForEvents } from './summaries-repository.ts'

export interface EventStream {
  session: Session
  send(event: SummaryEvent): void
  /** Closes the connection. The client reconnects and reloads its data. */
  end(): void
}

/** More than the pages any user has open. Limited because each stream occupies a connection. */
const streamsPerUser = 20
const retryAfterMs = 1_000

/** Forwards changes of recaps, made by any process, to the open event streams of the users who have them. */
export async function openEventHub(database: OpenDatabase, deps: { logger: Logger; metrics: Metrics }) {
  const streams = openStreams(deps.metrics)
  const changes = publishInOrder(publish, deps.logger)
  let isClosed = false

  async function publish(recapId: number): Promise<void> {
    const users = streams.users()
    if (users.length === 0) return
    const rows = await findSummariesForEvents(database.db, recapId, users)
    for (const row of rows) {
      const { id, state, audio, stage, progress, code, error, refundable, deleted } = presentSummaryItem(row, noUrls)
      const event = { id, state, audio, stage, progress, code, error, refundable, deleted }
      for (const stream of streams.of(row.user_id)) stream.send(event)
    }
  }

  const unlisten = await database.listen({
    channels: {
      [recapChangesChannel]: payload => changes.add(Number(payload)),
      [sessionEndsChannel]: payload => streams.endWhere(({ session }) => session.sessionId === Number(payload)),
    },
    onGap: () => streams.endWhere(() => true),
  })

  return {
    /** Adds a stream and returns a function that removes it. Throws `too_many_requests`, or `unavailable` after `endAll`. */
    subscribe(stream: EventStream): () => void {
      if (isClosed) throw new AppError('unavailable')
      return streams.add(stream)
    },
    endAll(): void {
      isClosed = true
      streams.endWhere(() => true)
    },
    async close() {
      changes.stop()
      await unlisten()
    },
  }
}

export type EventHub = Awaited<ReturnType<typeof openEventHub>>

/** Publishes changes one at a time. Changes of the same recap are coalesced while they wait; failed ones are retried. */
function publishInOrder(publish: (recapId: number) => Promise<void>, logger: Logger) {
  const pending = new Set<number>()
  let isPublishing = false
  let retryTimer: NodeJS.Timeout | undefined

  async function drain(): Promise<void> {
    if (isPublishing) return
    isPublishing = true
    clearTimeout(retryTimer)
    for (const recapId of pending) {
      pending.delete(recapId)
      try {
        await publish(recapId)
      } catch (error) {
        logger.error({ err: error, recapId }, 'publishing a change failed, retrying')
        pending.add(recapId)
        retryTimer = setTimeout(() => void drain(), retryAfterMs)
        break
      }
    }
    isPublishing = false
  }

  return {
    add(recapId: number): void {
      pending.add(recapId)
      void drain()
    },
    stop: () => clearTimeout(retryTimer),
  }
}

function openStreams(metrics: Metrics) {
  const byUser = new Map<number, Set<EventStream>>()
  const all = () => [...byUser.values()].flatMap(own => [...own])
  return {
    users: () => [...byUser.keys()],
    of: (userId: number) => byUser.get(userId) ?? [],
    add(stream: EventStream): () => void {
      const { userId } = stream.session
      const own = byUser.get(userId) ?? new Set()
      if (own.size >= streamsPerUser) throw new AppError('too_many_requests')
      byUser.set(userId, own.add(stream))
      metrics.eventStreams(all().length)
      return () => {
        own.delete(stream)
        if (own.size === 0) byUser.delete(userId)
        metrics.eventStreams(all().length)
      }
    },
    endWhere(isMeant: (stream: EventStream) => boolean): void {
      for (const stream of all()) if (isMeant(stream)) stream.end()
    },
  }
}
