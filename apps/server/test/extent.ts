/**
 * How often a long test does what it does many times: a share on every change, for which people wait, and all of it by
 * `npm run test:long -- --whole`.
 */
export const extent = (whole: number, share: number): number => (process.env.TEST_EXTENT === 'whole' ? whole : share)

const day = Math.floor(Date.now() / 86_400_000)

/**
 * One of so many of a list, others after so many days; all of it with `--whole`. What has its turn in a suite that has its turn
 * needs another rhythm than that: in the same one it would always be the same share.
 */
export const inTurn = <T>(all: readonly T[], of: number, days = 1): T[] =>
  all.filter((_, at) => extent(1, 0) === 1 || (at + Math.floor(day / days)) % of === 0)
