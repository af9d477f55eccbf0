import type { QueryClient } from '@tanstack/react-query'
import type { Connection } from '../api/connection.ts'
import { keepAnswers, layUnder } from '../api/kept-answers.ts'
import { ownerOf } from '../api/owner.ts'
import type { DeviceStorage } from '../device/storage.ts'
import { readPins } from '../features/kept/pins.ts'
import { keepChanges, tellNow } from '../features/summaries/later.ts'

/** While somebody is signed in, keeps what they read, and tells the server what it could not be told. Comes after the first page. */
export function workOffline(cache: QueryClient, { session, client }: Connection, storage: DeviceStorage) {
  const owner = ownerOf(storage, session)
  let stop: (() => void) | null = null

  const report = (error: unknown) => console.error('What is kept on this device could not be used:', error)
  const catchUp = () => {
    if (!stop) return
    void tellNow(client, owner)
      .then(() => cache.refetchQueries({ type: 'active', stale: true }))
      .catch(report)
  }
  const layPinsUnder = async () => {
    for (const { id, summary, keptAt } of await readPins(owner)) {
      layUnder(cache, ['summaries', 'detail', id], summary, keptAt)
    }
  }
  const follow = () => {
    const isSignedIn = session.current().kind === 'signed_in'
    if (isSignedIn === (stop !== null)) return
    stop?.()
    stop = isSignedIn ? keepAnswers(cache, owner) : null
    if (!isSignedIn) return
    void layPinsUnder().catch(report)
    void tellNow(client, owner).catch(report)
  }
  keepChanges(cache, owner)
  follow()
  session.subscribe(follow)
  addEventListener('online', catchUp)
}
