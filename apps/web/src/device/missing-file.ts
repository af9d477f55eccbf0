const mark = 'reloaded'
/** This file has its hash in its name, and every build has another. */
const build = import.meta.url

/**
 * A page that was opened before an update may ask for a file that is no more. Loaded anew it is of the new build; once for each
 * build, for a file that is missing there too would have it reload for ever. Offline it would only lose the page.
 */
export function reloadOnceForMissing() {
  let isReloading = false
  addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) return
    isReloading ||= isFirst()
    if (!isReloading) return
    event.preventDefault()
    location.reload()
  })
}

/** Where nothing can be noted nothing is reloaded. */
function isFirst(): boolean {
  try {
    const before = sessionStorage.getItem(mark)
    sessionStorage.setItem(mark, build)
    return before !== build
  } catch {
    return false
  }
}
