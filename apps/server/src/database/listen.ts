import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { TimeoutClient } from './timeout-client.ts'

export interface Listener {
  /** Handlers for the payloads of NOTIFY, by channel. */
  channels: Record<string, (payload: string) => void>
  /** Called after a reconnect: notifications may have been missed. */
  onGap(): void
}

/** The embedded database runs in this process, so no notification is ever missed. */
export async function listenEmbedded(pglite: PGlite, { channels }: Listener): Promise<() => Promise<void>> {
  const unsubscribes = await Promise.all(
    Object.entries(channels).map(([channel, onPayload]) => pglite.listen(channel, onPayload)),
  )
  return async () => {
    for (const unsubscribe of unsubscribes) await unsubscribe()
  }
}

const firstDelayMs = 500
const longestDelayMs = 10_000
/** The connection can be idle for hours, so we repeat the LISTEN statement to check that it is alive. */
const checkEveryMs = 10_000
const checkTimeoutMs = 5_000

/** Listens on a separate connection and reconnects with increasing delays whenever it breaks. */
export async function listenPostgresql(
  config: pg.ClientConfig,
  { channels, onGap }: Listener,
): Promise<() => Promise<void>> {
  const listenStatement = Object.keys(channels)
    .map(channel => `listen ${pg.escapeIdentifier(channel)}`)
    .join('; ')
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let checks: NodeJS.Timeout | undefined
  let delayMs = firstDelayMs

  const connect = async (): Promise<void> => {
    const next = new TimeoutClient({ ...config, query_timeout: checkTimeoutMs })
    next.on('error', () => {})
    next.on('end', () => {
      clearInterval(checks)
      if (stopped) return
      timer = setTimeout(() => connect().then(onGap, () => {}), delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    })
    next.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload))
    await next.connect()
    await next.query(listenStatement)
    client = next
    delayMs = firstDelayMs
    checks = setInterval(() => next.query(listenStatement).catch(() => {}), checkEveryMs)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    clearInterval(checks)
    await client?.end()
  }
}
