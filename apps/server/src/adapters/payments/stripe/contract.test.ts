import { describe } from 'vitest'
import { fakeBench, stripeBench } from './test/benches.ts'
import { paymentScenarios } from './test/scenarios.ts'

/** The same scenarios run against Stripe itself, to prove that the fake behaves like it. Only with a key of test mode. */
const key = process.env.STRIPE_SECRET_KEY ?? ''

describe('Stripe payments with the fake', () => paymentScenarios(fakeBench, 20_000))
describe.skipIf(!key.startsWith('sk_test_'))('Stripe payments in Stripe’s test mode', () =>
  paymentScenarios(() => stripeBench(key), 300_000),
)
