/** How a call fails, before or after it took effect. */
export type Fault =
  | { kind: 'error'; when: 'before' | 'after' }
  /** No response; the connection stays open. */
  | { kind: 'hang'; when: 'before' | 'after' }
  /** The connection is reset. */
  | { kind: 'cut'; when: 'before' | 'after' }
  | { kind: 'rate_limit' }
  /** Another request has locked the object: 429 with its own code. */
  | { kind: 'lock_timeout' }
  /** Another call with the same idempotency key is in progress. */
  | { kind: 'conflict' }
  /** A response that is not JSON. */
  | { kind: 'garbage'; when: 'before' | 'after' }
