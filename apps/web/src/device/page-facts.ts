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

export const pageFact = (name: Fact): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null

/** True where stand-ins answer for everything outside (`npm run demo`). */
export const isDemo = (): boolean => pageFact('demo') === 'true'
