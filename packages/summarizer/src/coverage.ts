import type { Span } from './types.ts'

/** Merges spans that overlap or are at most `gapMs` apart. */
export function joinSpans(spans: readonly Span[], gapMs: number): Span[] {
  const joined: Span[] = []
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1)
    if (last && span.startMs <= last.endMs + gapMs) last.endMs = Math.max(last.endMs, span.endMs)
    else joined.push({ startMs: span.startMs, endMs: span.endMs })
  }
  return joined
}

export const totalMs = (spans: readonly Span[]): number =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
