/** How a call fails, before or after it took effect. */
export type Fault =
  | { kind: 'error'; when: 'before' | 'after' }
  /** No response; the connection stays open. */
  | { kind: 'hang'; when: 'before' | 'after' }
  /** The connection is reset. */
  | { kind: 'cut'; when: 'before' | 'after' }
  /** A response that is not JSON. */
  | { kind: 'garbage'; when: 'before' | 'after' }
  /** 429, with the time at which a retry is allowed. */
  | { kind: 'rate_limit' }
  /** Apple's error for an id that may be found on a retry. */
  | { kind: 'not_found_yet' }
  /** 401: the API key is rejected. */
  | { kind: 'unauthenticated' }
