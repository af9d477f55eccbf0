/** Facts about this installation that the server writes into the page's meta tags, available before any request. */
type Fact =
  | 'product-name'
  | 'support-email'
  | 'default-plan'
  | 'third-parties'
  | 'embed-base'
  | 'demo'
  | 'demo-login'
  | 'sign-in'
  /** Phones only, from the server. */
  | 'native-sign-in'
  /** Phones only, from the build. */
  | 'server'
  | 'scheme'
  | 'google-web-client'
  | 'google-ios-client'
  | 'apple-services-id'
  | 'apple-pay-merchant'
  | 'pay-country'

export const pageFact = (name: Fact): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null

/** True if fakes replace all external services (`npm run demo`). */
export const isDemo = (): boolean => pageFact('demo') === 'true'
