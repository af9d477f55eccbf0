import { describe } from 'vitest'
import { systemClock } from '../../../ports/clock.ts'
import { googleStore } from './store.ts'
import { accountToken, configFor, fakeBench, playProductId } from './test/benches.ts'
import { storeScenarios } from './test/scenarios.ts'

/** The same scenarios run with Google itself, to prove that the fake behaves like it. They need an app and a tester's purchase. */
const { PLAY_PACKAGE = '', PLAY_SERVICE_ACCOUNT = '', PLAY_TEST_PURCHASE = '' } = process.env
const isConfigured = PLAY_PACKAGE !== '' && PLAY_SERVICE_ACCOUNT !== '' && PLAY_TEST_PURCHASE !== ''

const unknownAccount = 'nobody@recaps-contract.iam.gserviceaccount.com'

describe('Google Play purchases with the fake', () => {
  storeScenarios(async () => {
    const { fake, storeWith } = await fakeBench()
    const store = storeWith({ acceptsTestPurchases: true })
    const unauthorizedStore = storeWith({ account: { ...configFor(fake).account, client_email: unknownAccount } })
    return {
      store,
      unauthorizedStore,
      token: fake.buy(accountToken, playProductId('basic'), { isTest: true }),
      close: fake.close,
    }
  }, 20_000)
})

describe.skipIf(!isConfigured)('Google Play purchases with Google', () => {
  storeScenarios(async () => {
    const account = JSON.parse(PLAY_SERVICE_ACCOUNT)
    const config = {
      packageName: PLAY_PACKAGE,
      account,
      push: { audience: '', account: '' },
      acceptsTestPurchases: true,
    }
    const store = googleStore(config, systemClock)
    const unauthorizedStore = googleStore(
      { ...config, account: { ...account, client_email: unknownAccount } },
      systemClock,
    )
    return { store, unauthorizedStore, token: PLAY_TEST_PURCHASE, close: async () => undefined }
  }, 60_000)
})
