import { storageKeys } from '../device/storage.ts'
import { pagesAt } from './pages.ts'

// An entry of its own, a few hundred bytes long: it runs while the app is still being fetched, so that the code of the
// first page comes along with it and not after it.
for (const load of pagesAt(location.pathname, hasToken())) load().catch(() => {})

function hasToken(): boolean {
  try {
    return localStorage.getItem(storageKeys.authToken) !== null
  } catch {
    return false
  }
}
