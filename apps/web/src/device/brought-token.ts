/** The pages that links of mails lead to, with a token behind `?token=`. */
const mailedPages = /^\/(reset-password|verify-email)\/?$/

/**
 * Moves the token of a mail out of the address into the history entry, in the form in which the router hands it to the page:
 * no request, no bookmark and no second glance at the bar meets it there, and a reload keeps it. Call before anything is
 * fetched.
 */
export function hideMailedToken({ pathname, search, hash }: Location, history: History) {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token || !mailedPages.test(pathname)) return
  query.delete('token')
  const rest = query.size > 0 ? `?${query}` : ''
  history.replaceState({ ...history.state, usr: { mailedToken: token } }, '', pathname + rest + hash)
}

/** The token that came with the page, from the state of its history entry. */
export function mailedTokenOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('mailedToken' in state)) return null
  return typeof state.mailedToken === 'string' ? state.mailedToken : null
}
