/**
 * How often a long test does what it does many times: a share on every change, for which people wait, and all of it by
 * `npm run test:long -- --whole`.
 */
export const extent = (whole: number, share: number): number => (process.env.TEST_EXTENT === 'whole' ? whole : share)
