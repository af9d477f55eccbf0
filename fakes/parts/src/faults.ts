export interface FaultLimits<Endpoint extends string = string> {
  /** As its fake names it; without, every call. */
  endpoint?: Endpoint
  /** How many calls it befalls; without, all until it is taken away. */
  times?: number
  /** How many calls that it would befall are spared first. */
  after?: number
}

/** What is to go wrong with which calls. */
export function faultRegister<Fault, Endpoint extends string = string>() {
  let laid: { fault: Fault; endpoint: Endpoint | undefined; left: number; spared: number }[] = []
  return {
    /** Returns what takes it away again. */
    lay(
      fault: Fault,
      { endpoint, times = Number.POSITIVE_INFINITY, after = 0 }: FaultLimits<Endpoint> = {},
    ): () => void {
      const entry = { fault, endpoint, left: times, spared: after }
      laid.unshift(entry)
      return () => {
        laid = laid.filter(other => other !== entry)
      }
    },
    /** The fault of a call, counted as used. The one laid last wins. */
    take(endpoint: Endpoint): Fault | undefined {
      for (const entry of laid.filter(entry => entry.left > 0 && (entry.endpoint ?? endpoint) === endpoint)) {
        if (entry.spared-- > 0) continue
        entry.left -= 1
        return entry.fault
      }
      return undefined
    },
  }
}
