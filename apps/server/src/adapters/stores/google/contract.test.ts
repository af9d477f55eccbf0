import { describe } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { googleStore } from './store.ts'
import { accountToken, configFor, fakeBench, productOf } from './test/benches.ts'
import { storeScenarios } from './test/scenarios.ts'

/** What the fake is believed for is tried where it is true: an app, its service account, and what a tester bought in it. */
const { PLAY_PACKAGE = '', PLAY_SERVICE_ACCOUNT = '', PLAY_TEST_PURCHASE = '' } = process.env
const isThere = PLAY_PACKAGE !== '' && PLAY_SERVICE_ACCOUNT !== '' && PLAY_TEST_PURCHASE !== ''

const nobody = 'nobody@recaps-contract.iam.gserviceaccount.com'

describe('purchases of Google Play, at the stand-in', () => {
  storeScenarios(async () => {
    const { fake, storeWith } = await fakeBench()
    const store = storeWith({ takesTestPurchases: true })
    const stranger = storeWith({ account: { ...configFor(fake).account, client_email: nobody } })
    return { store, stranger, token: fake.buy(accountToken, productOf('basic'), { isTest: true }), close: fake.close }
  }, 20_000)
})

describe.skipIf(!isThere)('purchases of Google Play, at Google', () => {
  storeScenarios(async () => {
    const account = JSON.parse(PLAY_SERVICE_ACCOUNT)
    const config = { packageName: PLAY_PACKAGE, account, push: { audience: '', account: '' }, takesTestPurchases: true }
    const store = googleStore(config, systemClock)
    const stranger = googleStore({ ...config, account: { ...account, client_email: nobody } }, systemClock)
    return { store, stranger, token: PLAY_TEST_PURCHASE, close: async () => undefined }
  }, 60_000)
})
