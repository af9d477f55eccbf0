import { reloadOnceForMissing } from '../device/missing-file.ts'
import { storageKeys } from '../device/storage.ts'
import { fetchPage, pagesAt } from './pages.ts'

// Before anything is fetched that may be missing.
reloadOnceForMissing()

// A chunk of its own: it runs while the rest of the app is still being fetched, so that the code of the first page comes
// along with it and not after it.
export const firstPage: Promise<unknown> = Promise.allSettled(pagesAt(location.pathname, hasToken()).map(fetchPage))

function hasToken(): boolean {
  try {
    return localStorage.getItem(storageKeys.authToken) !== null
  } catch {
    return false
  }
}
