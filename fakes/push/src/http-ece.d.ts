declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** RFC 8188 and 8291. Throws if the body cannot be decrypted. */
  export function decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
}
