/** `npm run test:long -- --whole` and tests selected by name run all variants of a test, other runs a fixed choice of them. */
export const isWhole = process.env.TEST_EXTENT === 'whole'
