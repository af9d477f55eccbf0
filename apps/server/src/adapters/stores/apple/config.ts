import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'

export interface AppleStoreConfig {
  bundleId: string
  /** The number of the app in the App Store. */
  appId: number
  /** The key for Apple's API: whose it is, which, and itself as PEM, PKCS #8. */
  issuerId: string
  keyId: string
  privateKey: string
  /** Where purchases count. In the sandbox nobody pays; those who review apps for Apple buy there. */
  environment: 'production' | 'sandbox' | 'both'
  /** What the plans are called in the store, where it is not `recaps_<plan>_monthly`. */
  products?: Partial<Record<BuyablePlanId, string>>
  /** Asked in place of Apple: a stand-in. */
  url: string | undefined
  /** SHA-256 of the roots that are believed, in place of Apple's: for a stand-in. */
  roots?: readonly string[]
  /** Time for one call. */
  deadlineMs?: number
}

/** Apple Root CA - G3, which signs for the App Store today, and G2. See https://www.apple.com/certificateauthority/ */
export const appleRoots: readonly string[] = [
  '63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179',
  'C2B9B042DD57830E7D117DAC55AC8AE19407D38E41D88F3215BC3A890444A050',
]

/** As Apple writes them. */
export type EnvironmentName = 'Production' | 'Sandbox'

/** Production first: what is in neither is looked for there alone by everybody else. */
export const environmentsOf = ({ environment }: Pick<AppleStoreConfig, 'environment'>): EnvironmentName[] => [
  ...(environment === 'sandbox' ? [] : (['Production'] as const)),
  ...(environment === 'production' ? [] : (['Sandbox'] as const)),
]

export const productsOf = ({ products }: Pick<AppleStoreConfig, 'products'>): Record<BuyablePlanId, string> =>
  Object.fromEntries(buyablePlanIds.map(id => [id, products?.[id] ?? `recaps_${id}_monthly`])) as Record<
    BuyablePlanId,
    string
  >
