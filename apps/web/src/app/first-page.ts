import { reloadOnMissingChunk } from '../device/reload-on-missing-chunk.ts'
import { storageKeys } from '../device/storage.ts'
import { pagesToPreload, preloadPage } from './pages.ts'

// Must run before the first import that can fail.
reloadOnMissingChunk()

// This file is its own chunk. It runs while the rest of the app is still loading, so the first page's code loads in parallel.
export const firstPage: Promise<unknown> = Promise.allSettled(
  pagesToPreload(location.pathname, hasToken()).map(preloadPage),
)

function hasToken(): boolean {
  try {
    return localStorage.getItem(storageKeys.authToken) !== null
  } catch {
    return false
  }
}
