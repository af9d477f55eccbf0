export interface Figure {
  name: string
  samples: number
  p50: number
  p95: number
  unit: string
  target: string
  isTargetMet: boolean
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(share * values.length) - 1)]!

/** `least` is a lower limit for the median; `p50` and `p95` are upper limits. Without limits the figure is only reported. */
export function figure(
  name: string,
  values: readonly number[],
  unit: string,
  target: { p50?: number; p95?: number; least?: number },
): Figure {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)]
  const parts = [
    target.p50 === undefined ? '' : `p50 ≤ ${target.p50}`,
    target.p95 === undefined ? '' : `p95 ≤ ${target.p95}`,
    target.least === undefined ? '' : `p50 ≥ ${target.least}`,
  ]
  const unlimited = Number.POSITIVE_INFINITY
  const isTargetMet = p50 <= (target.p50 ?? unlimited) && p95 <= (target.p95 ?? unlimited) && p50 >= (target.least ?? 0)
  return { name, samples: values.length, p50, p95, unit, target: parts.filter(Boolean).join(', '), isTargetMet }
}
