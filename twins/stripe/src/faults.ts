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

export interface FaultLimits {
  /** As `POST /v1/subscriptions/:id`; without, everything. */
  endpoint?: string
  /** How many calls it befalls; without, all until it is taken away. */
  times?: number
  /** How many calls that it would befall are spared first. */
  after?: number
}

export function faultRegister() {
  let laid: { fault: Fault; endpoint: string | undefined; left: number; spared: number }[] = []
  return {
    /** Returns what takes it away again. */
    lay(fault: Fault, { endpoint, times = Number.POSITIVE_INFINITY, after = 0 }: FaultLimits = {}): () => void {
      const entry = { fault, endpoint, left: times, spared: after }
      laid.unshift(entry)
      return () => {
        laid = laid.filter(other => other !== entry)
      }
    },
    /** The fault of a call, counted as used. The one laid last wins. */
    take(endpoint: string): Fault | undefined {
      for (const entry of laid.filter(entry => entry.left > 0 && (entry.endpoint ?? endpoint) === endpoint)) {
        if (entry.spared-- > 0) continue
        entry.left -= 1
        return entry.fault
      }
      return undefined
    },
  }
}
