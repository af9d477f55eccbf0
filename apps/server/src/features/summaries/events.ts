import type { SummaryEvent } from '@recaps/contract/summaries'
import type { OpenDatabase } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../http/router.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { sessionEnds } from '../auth/sessions.ts'
import { changesChannel } from './changes.ts'
import { presentItem, unaddressed } from './present.ts'
import { entriesOfRecap } from './repository.ts'

/** An open event stream, as whoever holds the connection sees it. */
export interface EventStream {
  session: Session
  send(event: SummaryEvent): void
  /** Ends the connection; its reader opens another and reads anew what it shows. */
  end(): void
}

/** More than any reader has pages open; each holds a connection as long as it likes. */
const streamsOfOneUser = 20
const tryAgainAfterMs = 1_000

/** Passes changes of recaps on to the open event streams of the users who have them, whichever process made the change. */
export async function openEventHub(database: OpenDatabase, deps: { logger: Logger; metrics: Metrics }) {
  const streams = openStreams(deps.metrics)
  const changes = toldInTurn(tell, deps.logger)
  let isOver = false

  async function tell(recapId: number): Promise<void> {
    const users = streams.users()
    if (users.length === 0) return
    const rows = await entriesOfRecap(database.db, recapId, users)
    for (const row of rows) {
      const { id, state, audio, stage, progress, code, error, refundable, deleted } = presentItem(row, unaddressed)
      const event = { id, state, audio, stage, progress, code, error, refundable, deleted }
      for (const stream of streams.of(row.user_id)) stream.send(event)
    }
  }

  const unlisten = await database.listen({
    channels: {
      [changesChannel]: payload => changes.add(Number(payload)),
      [sessionEnds]: payload => streams.endWhere(({ session }) => session.sessionId === Number(payload)),
    },
    onGap: () => streams.endWhere(() => true),
  })

  return {
    /** Lets a stream in; the answer lets it out again. Throws `too_many_requests`, or `unavailable` after `endAll`. */
    follow(stream: EventStream): () => void {
      if (isOver) throw new AppError('unavailable')
      return streams.add(stream)
    },
    endAll(): void {
      isOver = true
      streams.endWhere(() => true)
    },
    async close() {
      changes.stop()
      await unlisten()
    },
  }
}

export type EventHub = Awaited<ReturnType<typeof openEventHub>>

/** One after the other; changes of one recap that come while another is told are told once, and none is lost. */
function toldInTurn(tell: (recapId: number) => Promise<void>, logger: Logger) {
  const untold = new Set<number>()
  let isTelling = false
  let pause: NodeJS.Timeout | undefined

  async function drain(): Promise<void> {
    if (isTelling) return
    isTelling = true
    clearTimeout(pause)
    for (const recapId of untold) {
      untold.delete(recapId)
      try {
        await tell(recapId)
      } catch (error) {
        logger.error({ err: error, recapId }, 'a change could not be told')
        untold.add(recapId)
        pause = setTimeout(() => void drain(), tryAgainAfterMs)
        break
      }
    }
    isTelling = false
  }

  return {
    add(recapId: number): void {
      untold.add(recapId)
      void drain()
    },
    stop: () => clearTimeout(pause),
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
      if (own.size >= streamsOfOneUser) throw new AppError('too_many_requests')
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
