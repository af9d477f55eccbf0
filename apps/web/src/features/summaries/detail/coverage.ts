import type { Span, SummaryContent } from '@recaps/contract'

/** A segment of the bar, in thousandths of the video. */
export interface CoverageSegment {
  kind: 'read' | 'represented' | 'promotion'
  from: number
  width: number
}

/** Segments of the coverage bar in drawing order: read, cited by the summary, skipped as promotion. */
export function coverageSegments({ coverage, promotion }: SummaryContent): CoverageSegment[] {
  const toStretch =
    (kind: CoverageSegment['kind']) =>
    (span: Span): CoverageSegment => {
      const from = (1000 * span.startMs) / coverage.durationMs
      return { kind, from, width: Math.max(2, (1000 * (span.endMs - span.startMs)) / coverage.durationMs) }
    }
  if (coverage.durationMs <= 0) return []
  return [
    ...mergeSpans(coverage.read).map(toStretch('read')),
    ...mergeSpans(coverage.represented).map(toStretch('represented')),
    ...mergeSpans(promotion.spans).map(toStretch('promotion')),
  ]
}

/** Whether the whole video was read. Allows for silence in the last 5 %. */
export const isReadToEnd = ({ coverage }: SummaryContent): boolean =>
  (coverage.read.at(-1)?.endMs ?? 0) >= coverage.durationMs * 0.95

/** Merges neighbouring spans, so that thousands of spans become few rectangles. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = result.at(-1)
    if (last && startMs <= last.endMs + 1000) last.endMs = Math.max(last.endMs, endMs)
    else result.push({ startMs, endMs })
  }
  return result
}
