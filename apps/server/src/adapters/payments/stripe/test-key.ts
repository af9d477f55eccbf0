/** Of test mode, in which no real money moves. */
export const isTestKey = (key: string): boolean => /^\w\w_test_/.test(key)
