import type { Span, SummaryContent } from '@recaps/contract'

/** A stretch of the bar, in thousandths of the video. */
export interface Stretch {
  kind: 'read' | 'represented' | 'promotion'
  from: number
  width: number
}

/** The video as a bar: what was read, what the summary draws on, and what was left out as promotion, in this order. */
export function stretches({ coverage, promotion }: SummaryContent): Stretch[] {
  const toStretch =
    (kind: Stretch['kind']) =>
    (span: Span): Stretch => {
      const from = (1000 * span.startMs) / coverage.durationMs
      return { kind, from, width: Math.max(2, (1000 * (span.endMs - span.startMs)) / coverage.durationMs) }
    }
  if (coverage.durationMs <= 0) return []
  return [
    ...joined(coverage.read).map(toStretch('read')),
    ...joined(coverage.represented).map(toStretch('represented')),
    ...joined(promotion.spans).map(toStretch('promotion')),
  ]
}

/** Read to the end, but for the last seconds, in which nobody speaks. */
export const isReadToEnd = ({ coverage }: SummaryContent): boolean =>
  (coverage.read.at(-1)?.endMs ?? 0) >= coverage.durationMs * 0.95

/** Neighbours become one, so that thousands of spans are few rectangles. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1)
    if (last && startMs <= last.endMs + 1000) last.endMs = Math.max(last.endMs, endMs)
    else result.push({ startMs, endMs })
  }
  return result
}
