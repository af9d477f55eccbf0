/** Encrypts values that must be stored and read again, such as push tokens, so that a copy of the database doesn't reveal them. */
export interface Encryptor {
  encrypt(text: string): string
  /** Returns null if the text was not encrypted with our key, or was modified. */
  decrypt(sealed: string): string | null
}
