/** Pages opened with a `?token=` from mails and completed sign-ins. */
const pagesWithToken = /^\/(reset-password|verify-email|auth\/callback)\/?$/

/**
 * Moves the token from the URL into the router's history state: it survives a reload but stays out of requests, bookmarks and
 * the address bar. Call before any request.
 */
export function hideUrlToken(address: Pick<Location, 'pathname' | 'search' | 'hash'>, history: History) {
  const { to, state } = withoutToken(address)
  if (state) history.replaceState({ ...history.state, usr: state }, '', to)
}

/** The address without its token, and the router state that carries the token. */
export function withoutToken({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token || !pagesWithToken.test(pathname)) return { to: pathname + search + hash, state: undefined }
  query.delete('token')
  // `URLSearchParams.size` is missing in the oldest supported browsers.
  const rest = query.toString() && `?${query}`
  return { to: pathname + rest + hash, state: { broughtToken: token } }
}

/** Reads the token from router state; null if there is none. */
export function readUrlToken(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('broughtToken' in state)) return null
  return typeof state.broughtToken === 'string' ? state.broughtToken : null
}
