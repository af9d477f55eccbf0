/** Signs small texts that travel through other hands and come back: page tokens, links to audio. */
export interface Signer {
  /** URL-safe signature of the text, for one purpose only: a link's signature is worth nothing as a page token. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}
