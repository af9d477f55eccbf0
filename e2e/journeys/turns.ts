/**
 * Whether the one of a list has its turn today; of two, each on every other day. All have it with
 * `npm run test:long -- --whole`, and where journeys are asked for by name.
 */
export const hasItsTurn = (at: number, of = 2): boolean =>
  process.env.TEST_EXTENT === 'whole' || (at + Number(process.env.E2E_DAY)) % of === 0
