import type { Options, Preset } from './types.ts'

const SHARE: Record<Preset, number> = { short: 0.5, standard: 1, long: 2 }

/** More would not fit into 10,000 characters with titles. */
const MOST_WORDS = 1650
const FEWEST_WORDS = 40

/** Words a summary may have: it grows with the root of the length, and never passes a third of what was said. */
export function wordBudget(
  durationMs: number,
  spokenWords: number,
  options: Pick<Options, 'preset' | 'words'>,
): number {
  if (options.words !== undefined) return options.words
  const wanted = 90 * Math.sqrt(durationMs / 60_000) * SHARE[options.preset ?? 'standard']
  return Math.round(Math.min(MOST_WORDS, Math.max(FEWEST_WORDS, Math.min(wanted, spokenWords / 3))))
}
