import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '../api/connection.ts'
import { keepAnswers, layUnder } from '../api/kept-answers.ts'
import { ownerOf } from '../api/owner.ts'
import type { DeviceStorage } from '../device/storage.ts'
import { readPins } from '../features/kept/pins.ts'
import { keepChanges, tellNow } from '../features/summaries/later.ts'

/** While a user is signed in, stores query results for offline use and sends unsent changes. Loaded after the first page. */
export function workOffline(cache: QueryClient, { session, client }: Connection, storage: DeviceStorage) {
  const owner = ownerOf(storage, session)
  let stopPersisting: (() => void) | null = null

  const report = (error: unknown) => console.error('Offline data unavailable:', error)
  const sync = () => {
    if (!stopPersisting) return
    void tellNow(client, owner)
      .then(() => cache.refetchQueries({ type: 'active', stale: true }))
      .catch(report)
  }
  const restoreOfflineSummaries = async () => {
    for (const { id, summary, keptAt } of await readPins(owner)) {
      layUnder(cache, ['summaries', 'detail', id], summary, keptAt)
    }
  }
  const onSessionChange = () => {
    const isSignedIn = session.current().kind === 'signed_in'
    if (isSignedIn === (stopPersisting !== null)) return
    stopPersisting?.()
    stopPersisting = isSignedIn ? keepAnswers(cache, owner) : null
    if (!isSignedIn) return
    void restoreOfflineSummaries().catch(report)
    void tellNow(client, owner).catch(report)
  }
  keepChanges(cache, owner)
  onSessionChange()
  session.subscribe(onSessionChange)
  addEventListener('online', sync)
}
