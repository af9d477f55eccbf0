/** Speed of the model. */
export interface Latency {
  firstTokenMs: number
  tokensPerSecond: number
  promptTokensPerSecond?: number
  /** Maximum extra delay; it differs from call to call, as real response times do. */
  unevenMs?: number
}

export interface Pace {
  /** Delay before the first token. */
  leadMs: number
  /** Time from the first token to the last. */
  spanMs: number
}

export function computePace(
  latency: Latency | undefined,
  tokens: { promptTokens: number; completionTokens: number },
  speedup: number,
  /** Index of the call, from 0. */
  number = 0,
): Pace {
  if (!latency) return { leadMs: 0, spanMs: 0 }
  const { firstTokenMs, tokensPerSecond, promptTokensPerSecond = Number.POSITIVE_INFINITY, unevenMs = 0 } = latency
  // Deterministic, with very different delays for consecutive calls.
  const jitterMs = unevenMs * ((number * 0.618) % 1)
  return {
    leadMs: (firstTokenMs + jitterMs + (1000 * tokens.promptTokens) / promptTokensPerSecond) / speedup,
    spanMs: (1000 * tokens.completionTokens) / tokensPerSecond / speedup,
  }
}
