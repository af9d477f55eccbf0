import { reloadOnceForMissing } from '../device/missing-file.ts'
import { storageKeys } from '../device/storage.ts'
import { fetchPage, pagesAt } from './pages.ts'

// Must run before the first import that can fail.
reloadOnceForMissing()

// This file is its own chunk. It runs while the rest of the app is still loading, so the first page's code loads in parallel.
export const firstPage: Promise<unknown> = Promise.allSettled(pagesAt(location.pathname, hasToken()).map(fetchPage))

function hasToken(): boolean {
  try {
    return localStorage.getItem(storageKeys.authToken) !== null
  } catch {
    return false
  }
}
