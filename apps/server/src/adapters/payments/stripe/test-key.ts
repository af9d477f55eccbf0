/** Whether a Stripe key belongs to test mode, where no real money moves. */
export const isTestKey = (key: string): boolean => /^\w\w_test_/.test(key)
