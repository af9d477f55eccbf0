/** What goes wrong with a call, before anything was done or after all of it was. */
export type Fault =
  | { kind: 'error'; when: 'before' | 'after' }
  /** No answer; the connection stays open. */
  | { kind: 'hang'; when: 'before' | 'after' }
  /** The connection is reset. */
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'rate_limit' }
  /** Something else holds the object: 429 with its own code. */
  | { kind: 'lock_timeout' }
  /** Another call with the same key is under way. */
  | { kind: 'conflict' }
  /** An answer that is no JSON. */
  | { kind: 'garbage'; when: 'before' | 'after' }
