/** Set by `npm run test:long -- --whole`. Without it, long tests run a fixed part of their work, the same on every day. */
export const isWhole = process.env.TEST_EXTENT === 'whole'

/** How often a long test repeats its work: `whole` times with `--whole`, otherwise `part` times. */
export const extent = (whole: number, part: number): number => (isWhole ? whole : part)

/** All items with `--whole`, otherwise every `of`-th item, always the same ones. */
export const sample = <T>(all: readonly T[], of: number): T[] => all.filter((_, at) => isWhole || at % of === 0)

/** The seed in the environment variable, for repeating a failure. Otherwise 1, or a random seed with `--whole`. */
export const seedFrom = (variable: string): number =>
  Number(process.env[variable] ?? (isWhole ? Math.floor(Math.random() * 1e9) : 1))
