export interface FaultLimits<Endpoint extends string = string> {
  /** Endpoint as the fake names it; every call by default. */
  endpoint?: Endpoint
  /** Number of calls that fail; by default all until the fault is removed. */
  times?: number
  /** Number of matching calls that succeed first. */
  after?: number
}

/** The injected faults of a fake and the calls they apply to. */
export function createFaultRegistry<Fault, Endpoint extends string = string>() {
  let injected: { fault: Fault; endpoint: Endpoint | undefined; remaining: number; skips: number }[] = []
  return {
    /** Injects a fault and returns a function that removes it. */
    inject(
      fault: Fault,
      { endpoint, times = Number.POSITIVE_INFINITY, after = 0 }: FaultLimits<Endpoint> = {},
    ): () => void {
      const entry = { fault, endpoint, remaining: times, skips: after }
      injected.unshift(entry)
      return () => {
        injected = injected.filter(other => other !== entry)
      }
    },
    /** Returns the fault of this call and counts it as used. The fault injected last wins. */
    take(endpoint: Endpoint): Fault | undefined {
      for (const entry of injected.filter(entry => entry.remaining > 0 && (entry.endpoint ?? endpoint) === endpoint)) {
        if (entry.skips-- > 0) continue
        entry.remaining -= 1
        return entry.fault
      }
      return undefined
    },
  }
}
