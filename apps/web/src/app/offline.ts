import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '../api/connection.ts'
import { createOwner } from '../api/owner.ts'
import { persistQueries, restoreQuery } from '../api/persist-queries.ts'
import type { DeviceStorage } from '../device/storage.ts'
import { readOfflineSummaries } from '../features/offline/offline-summaries.ts'
import { recordUnsentChanges, sendUnsentChanges } from '../features/summaries/unsent-changes.ts'

/** While a user is signed in, stores query results for offline use and sends unsent changes. Loaded after the first page. */
export function enableOfflineUse(cache: QueryClient, { session, client }: Connection, storage: DeviceStorage) {
  const owner = createOwner(storage, session)
  let stopPersisting: (() => void) | null = null

  const report = (error: unknown) => console.error('Offline data unavailable:', error)
  const sync = () => {
    if (!stopPersisting) return
    void sendUnsentChanges(client, owner)
      .then(() => cache.refetchQueries({ type: 'active', stale: true }))
      .catch(report)
  }
  const restoreOfflineSummaries = async () => {
    for (const { id, summary, keptAt } of await readOfflineSummaries(owner)) {
      restoreQuery(cache, ['summaries', 'detail', id], summary, keptAt)
    }
  }
  const onSessionChange = () => {
    const isSignedIn = session.current().kind === 'signed_in'
    if (isSignedIn === (stopPersisting !== null)) return
    stopPersisting?.()
    stopPersisting = isSignedIn ? persistQueries(cache, owner) : null
    if (!isSignedIn) return
    void restoreOfflineSummaries().catch(report)
    void sendUnsentChanges(client, owner).catch(report)
  }
  recordUnsentChanges(cache, owner)
  onSessionChange()
  session.subscribe(onSessionChange)
  addEventListener('online', sync)
}
