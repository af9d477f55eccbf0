import { type BuyablePlanId, buyablePlanIds } from '@recaps/domain/billing'

export interface AppleStoreConfig {
  bundleId: string
  /** Numeric id of the app in the App Store. */
  appId: number
  /** Issuer, id and content (PKCS #8 PEM) of the key for Apple's API. */
  issuerId: string
  keyId: string
  privateKey: string
  /** Where purchases count. Sandbox purchases are free; Apple's app reviewers make them. */
  environment: 'production' | 'sandbox' | 'both'
  /** Product ids of plans that are not named `recaps_<plan>_monthly`. */
  products?: Partial<Record<BuyablePlanId, string>>
  /** Base URL of a fake that is called instead of Apple. */
  url: string | undefined
  /** SHA-256 fingerprints of trusted root certificates instead of Apple's, for a fake. */
  roots?: readonly string[]
  /** Timeout of one call. */
  deadlineMs?: number
}

/** SHA-256 fingerprints of Apple Root CA G3, used by the App Store today, and G2. See https://www.apple.com/certificateauthority/ */
export const appleRoots: readonly string[] = [
  '63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179',
  'C2B9B042DD57830E7D117DAC55AC8AE19407D38E41D88F3215BC3A890444A050',
]

/** Apple's spelling. */
export type EnvironmentName = 'Production' | 'Sandbox'

/** Environments to search for a purchase. Production first, because it has most purchases. */
export const enabledEnvironments = ({ environment }: Pick<AppleStoreConfig, 'environment'>): EnvironmentName[] => [
  ...(environment === 'sandbox' ? [] : (['Production'] as const)),
  ...(environment === 'production' ? [] : (['Sandbox'] as const)),
]

export const productIdsByPlan = ({ products }: Pick<AppleStoreConfig, 'products'>): Record<BuyablePlanId, string> =>
  Object.fromEntries(buyablePlanIds.map(id => [id, products?.[id] ?? `recaps_${id}_monthly`])) as Record<
    BuyablePlanId,
    string
  >
