import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

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

/** Writes parts evenly over the span; one part alone comes at its end. Stops when nobody listens any more. */
export async function writeAtPace(
  response: ServerResponse,
  head: { status: number; contentType: string },
  parts: readonly (string | Uint8Array)[],
  { leadMs, spanMs }: Pace,
): Promise<void> {
  const startedAt = performance.now()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const until = async (ms: number) => {
    const leftMs = startedAt + ms - performance.now()
    if (leftMs > 0) await wait(leftMs, undefined, { signal: gone.signal })
  }
  const last = Math.max(1, parts.length - 1)
  try {
    for (const [index, part] of parts.entries()) {
      await until(leadMs + (parts.length === 1 ? spanMs : (spanMs * index) / last))
      if (index === 0) response.writeHead(head.status, { 'content-type': head.contentType })
      response.write(part)
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}
