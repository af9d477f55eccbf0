/** How fast a model reads and writes. */
export interface Latency {
  firstTokenMs: number
  tokensPerSecond: number
  promptTokensPerSecond?: number
  /** Calls wait up to this long besides, each for its own time: servers do not answer in step. */
  unevenMs?: number
}

export interface Pace {
  /** Until the first word. */
  leadMs: number
  /** From the first word to the last. */
  spanMs: number
}

export function paceOf(
  latency: Latency | undefined,
  tokens: { promptTokens: number; completionTokens: number },
  speedup: number,
  /** Which call it is, counted from 0. */
  number = 0,
): Pace {
  if (!latency) return { leadMs: 0, spanMs: 0 }
  const { firstTokenMs, tokensPerSecond, promptTokensPerSecond = Number.POSITIVE_INFINITY, unevenMs = 0 } = latency
  // Neighbours lie far apart, and nothing is left to chance.
  const ownMs = unevenMs * ((number * 0.618) % 1)
  return {
    leadMs: (firstTokenMs + ownMs + (1000 * tokens.promptTokens) / promptTokensPerSecond) / speedup,
    spanMs: (1000 * tokens.completionTokens) / tokensPerSecond / speedup,
  }
}
