/** What the server writes into the page about this installation, so that it stands there before the first answer. */
type Fact =
  | 'product-name'
  | 'support-email'
  | 'default-plan'
  | 'third-parties'
  | 'embed-base'
  | 'demo'
  | 'demo-login'
  | 'sign-in'
  /** Phones only, from their service. */
  | 'native-sign-in'
  /** Phones only, from their build. */
  | 'server'
  | 'scheme'
  | 'google-web-client'
  | 'google-ios-client'
  | 'apple-services-id'
  | 'apple-pay-merchant'
  | 'pay-country'

export const pageFact = (name: Fact): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null

/** True where stand-ins answer for everything outside (`npm run demo`). */
export const isDemo = (): boolean => pageFact('demo') === 'true'
