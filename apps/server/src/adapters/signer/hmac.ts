import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Signer } from '../../ports/signer.ts'

/** HMAC-SHA-256 with a separate key for each purpose, derived from the secret. */
export function hmacSigner(secret: string): Signer {
  // Key objects, because Node would create one from bytes at every use, which takes longer than signing.
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: string): KeyObject => {
    const existing = keys.get(purpose)
    if (existing) return existing
    // [ASVS 9.2.2, 11.4.4]
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `recaps/${purpose}`, 32)))
    keys.set(purpose, key)
    return key
  }
  // [ASVS 9.1.2, 9.1.3]
  const mac = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest()
  return {
    sign: (purpose, text) => mac(purpose, text).toString('base64url'),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      const expected = mac(purpose, text)
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected)
    },
  }
}
