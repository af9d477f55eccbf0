/** Signs short texts that leave the server and come back, such as page tokens and audio links. */
export interface Signer {
  /** URL-safe signature, valid for one purpose only: the signature of a link is invalid for a page token. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}
