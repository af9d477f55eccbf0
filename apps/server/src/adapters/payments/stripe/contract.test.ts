import { describe } from 'vitest'
import { fakeBench, stripeBench } from './test/benches.ts'
import { paymentScenarios } from './test/scenarios.ts'

/** What the fake is believed for is tried where it is true, with a key of test mode only. */
const key = process.env.STRIPE_SECRET_KEY ?? ''

describe('payments by Stripe, at its stand-in', () => paymentScenarios(fakeBench, 20_000))
describe.skipIf(!key.startsWith('sk_test_'))('payments by Stripe, in its own test mode', () =>
  paymentScenarios(() => stripeBench(key), 300_000),
)
