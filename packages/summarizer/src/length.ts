import type { Options, Preset } from './types.ts'

const SHARE: Record<Preset, number> = { short: 0.5, standard: 1, long: 2 }

/** More words would not fit into 10,000 characters including titles. */
const MAX_WORDS = 1650
const MIN_WORDS = 40

/** Maximum words of a summary. Grows with the square root of the duration and is at most a third of the spoken words. */
export function wordBudget(
  durationMs: number,
  spokenWords: number,
  options: Pick<Options, 'preset' | 'words'>,
): number {
  if (options.words !== undefined) return options.words
  const target = 90 * Math.sqrt(durationMs / 60_000) * SHARE[options.preset ?? 'standard']
  return Math.round(Math.min(MAX_WORDS, Math.max(MIN_WORDS, Math.min(target, spokenWords / 3))))
}
