/** The pages that links of mails and finished sign-ins lead to, with a token behind `?token=`. */
const pagesWithToken = /^\/(reset-password|verify-email|auth\/callback)\/?$/

/**
 * Moves the token that came with the address into the history entry, in the form in which the router hands it to the page:
 * no request, no bookmark and no second glance at the bar meets it there, and a reload keeps it. Call before anything is
 * fetched.
 */
export function hideBroughtToken(address: Pick<Location, 'pathname' | 'search' | 'hash'>, history: History) {
  const { to, state } = withoutToken(address)
  if (state) history.replaceState({ ...history.state, usr: state }, '', to)
}

/** Where an address leads, and what its page is handed beside it. */
export function withoutToken({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token || !pagesWithToken.test(pathname)) return { to: pathname + search + hash, state: undefined }
  query.delete('token')
  // `size` is newer than the browsers that are served.
  const rest = query.toString() && `?${query}`
  return { to: pathname + rest + hash, state: { broughtToken: token } }
}

/** The token that came with the page, from the state of its history entry. */
export function broughtTokenOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('broughtToken' in state)) return null
  return typeof state.broughtToken === 'string' ? state.broughtToken : null
}
