import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { ImpatientClient } from './impatient-client.ts'

export interface Listener {
  /** What to do with the payload of a NOTIFY, by channel. */
  channels: Record<string, (payload: string) => void>
  /** Called when we hear again after a time in which we did not: anything may have been told meanwhile. */
  onGap(): void
}

/** The embedded database lives in this process: nothing is ever missed. */
export async function listenTo(pglite: PGlite, { channels }: Listener): Promise<() => Promise<void>> {
  const stops = await Promise.all(Object.entries(channels).map(([channel, hear]) => pglite.listen(channel, hear)))
  return async () => {
    for (const stop of stops) await stop()
  }
}

const firstPauseMs = 500
const longestPauseMs = 10_000
/** A connection that only listens says nothing for hours: it is checked now and then by the same statement again. */
const checkEveryMs = 10_000
const checkLimitMs = 5_000

/** A connection of its own that is opened again, with a growing pause, whenever it breaks. */
export async function keepListening(
  config: pg.ClientConfig,
  { channels, onGap }: Listener,
): Promise<() => Promise<void>> {
  const listenToAll = Object.keys(channels)
    .map(channel => `listen ${pg.escapeIdentifier(channel)}`)
    .join('; ')
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let checks: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs

  const connect = async (): Promise<void> => {
    const next = new ImpatientClient({ ...config, query_timeout: checkLimitMs })
    next.on('error', () => {})
    next.on('end', () => {
      clearInterval(checks)
      if (stopped) return
      timer = setTimeout(() => connect().then(onGap, () => {}), pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
    next.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload))
    await next.connect()
    await next.query(listenToAll)
    client = next
    pauseMs = firstPauseMs
    checks = setInterval(() => next.query(listenToAll).catch(() => {}), checkEveryMs)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    clearInterval(checks)
    await client?.end()
  }
}
