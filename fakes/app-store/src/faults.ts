/** What goes wrong with a call, before anything was done or after all of it was. */
export type Fault =
  | { kind: 'error'; when: 'before' | 'after' }
  /** No answer; the connection stays open. */
  | { kind: 'hang'; when: 'before' | 'after' }
  /** The connection is reset. */
  | { kind: 'cut'; when: 'before' | 'after' }
  /** An answer that is no JSON. */
  | { kind: 'garbage'; when: 'before' | 'after' }
  /** 429, with the time from which on one may ask again. */
  | { kind: 'rate_limit' }
  /** Apple's own words for an id that is there but cannot be found just now. */
  | { kind: 'not_found_yet' }
  /** The key is not accepted. */
  | { kind: 'unauthenticated' }
