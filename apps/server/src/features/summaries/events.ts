import type { SummaryEvent } from '@recaps/contract/summaries'
import type { OpenDatabase } from '../../database/open.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { changesChannel } from './changes.ts'
import { presentItem } from './present.ts'
import { entriesOfRecap } from './repository.ts'

type Subscriber = (event: SummaryEvent) => void

/** Passes changes of recaps on to the open event streams of the users who have them, whichever process made the change. */
export async function openEventHub(database: OpenDatabase, deps: { logger: Logger; metrics: Metrics }) {
  const subscribers = new Map<number, Set<Subscriber>>()
  const waiting = new Set<number>()
  let running = false

  // Changes of one recap that come while the last ones are being told are told once.
  async function drain(): Promise<void> {
    if (running) return
    running = true
    try {
      for (const recapId of waiting) {
        waiting.delete(recapId)
        await tell(recapId)
      }
    } catch (error) {
      deps.logger.error({ err: error }, 'event stream failed')
    } finally {
      running = false
    }
    if (waiting.size > 0) void drain()
  }

  async function tell(recapId: number): Promise<void> {
    if (subscribers.size === 0) return
    const rows = await entriesOfRecap(database.db, recapId, [...subscribers.keys()])
    for (const row of rows) {
      const { id, state, audio, stage, progress, code } = presentItem(row, null)
      for (const send of subscribers.get(row.user_id) ?? []) send({ id, state, audio, stage, progress, code })
    }
  }

  const unlisten = await database.listen(changesChannel, payload => {
    waiting.add(Number(payload))
    void drain()
  })

  return {
    subscribe(userId: number, send: Subscriber): () => void {
      const own = subscribers.get(userId) ?? new Set()
      subscribers.set(userId, own.add(send))
      deps.metrics.eventStreams(count(subscribers))
      return () => {
        own.delete(send)
        if (own.size === 0) subscribers.delete(userId)
        deps.metrics.eventStreams(count(subscribers))
      }
    },
    close: unlisten,
  }
}

export type EventHub = Awaited<ReturnType<typeof openEventHub>>

const count = (subscribers: Map<number, Set<Subscriber>>): number =>
  [...subscribers.values()].reduce((sum, own) => sum + own.size, 0)
