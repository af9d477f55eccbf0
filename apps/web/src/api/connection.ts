import { type Client, createClient } from '@recaps/contract'
import { routeTable } from '@recaps/contract/generated/route-table'
import { syncServerClock } from '../device/server-clock.ts'
import { serverFileUrl, serverOrigin } from '../device/server-url.ts'
import type { DeviceStorage } from '../device/storage.ts'
import type { StreamedEvent } from './event-stream.ts'
import { createSession, type SessionStore, type UserDataCleanup } from './session.ts'

export interface Connection {
  session: SessionStore
  client: Client
  /** Streams changes to the user's own data until the server closes the stream or `signal` aborts. Throws if the server refuses. */
  openEvents(signal: AbortSignal): AsyncGenerator<StreamedEvent>
  /** Loads a file that will be played soon into the browser's cache. Never throws. */
  prefetch(path: string, signal: AbortSignal): Promise<void>
}

/** Creates the API client, which uses the token of the session. All HTTP calls to the API are made here. */
export function connect(
  storage: DeviceStorage,
  leaving: UserDataCleanup,
  send: typeof fetch = (...a) => fetch(...a),
): Connection {
  const session = createSession(storage, leaving)
  const client = createClient({
    baseUrl: serverOrigin(),
    token: session.token,
    onSessionLost: session.expire,
    async fetch(...call) {
      const response = await send(...call)
      syncServerClock(response.headers.get('date'))
      return response
    },
  })
  return {
    session,
    client,
    async *openEvents(signal) {
      const response = await send(serverOrigin() + routeTable.summaries.events[1], {
        credentials: 'include',
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${session.token()}` },
        signal,
      })
      if (!response.ok || !response.body)
        throw new Error(`The server refused the event stream (status ${response.status}).`)
      // Loaded on demand, because only signed-in users need it.
      const { readEvents } = await import('./event-stream.ts')
      yield* readEvents(response.body)
    },
    async prefetch(path, signal) {
      await send(serverFileUrl(path), { signal, priority: 'low' })
        .then(response => response.blob())
        .catch(() => {})
    },
  }
}
