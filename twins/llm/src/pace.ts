/** How fast a model reads and writes. */
export interface Latency {
  firstTokenMs: number
  tokensPerSecond: number
  promptTokensPerSecond?: number
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
): Pace {
  if (!latency) return { leadMs: 0, spanMs: 0 }
  const { firstTokenMs, tokensPerSecond, promptTokensPerSecond = Number.POSITIVE_INFINITY } = latency
  return {
    leadMs: (firstTokenMs + (1000 * tokens.promptTokens) / promptTokensPerSecond) / speedup,
    spanMs: (1000 * tokens.completionTokens) / tokensPerSecond / speedup,
  }
}
