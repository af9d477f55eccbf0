const reloadedKey = 'reloaded'
/** Identifies the build: this file's URL contains a content hash. */
const build = import.meta.url

/**
 * A page opened before an update may request files that no longer exist. Reloading gets the new build. Reloads only once per
 * build, because a file missing there too would cause an endless loop, and never offline, where a reload would lose the page.
 */
export function reloadOnMissingChunk() {
  let isReloading = false
  addEventListener('vite:preloadError', event => {
    if (!navigator.onLine) return
    isReloading ||= isFirstReload()
    if (!isReloading) return
    event.preventDefault()
    location.reload()
  })
}

/** False if session storage is unavailable, since reloads could not be counted. */
function isFirstReload(): boolean {
  try {
    const before = sessionStorage.getItem(reloadedKey)
    sessionStorage.setItem(reloadedKey, build)
    return before !== build
  } catch {
    return false
  }
}
