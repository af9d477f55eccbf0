import { createECDH, hkdfSync } from 'node:crypto'

/** The key pair by which push services know this installation (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Derived from the one secret, so that every process of an installation has the same pair without storing it anywhere.
 * [ASVS 11.6.1] Not every 256-bit number is a key of P-256, though all but one in 2³² are: the first that is counts.
 */
export function vapidKeys(secret: string): VapidKeys {
  for (let round = 0; ; round++) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, '', `recaps/vapid/${round}`, 32))
    const pair = createECDH('prime256v1')
    try {
      pair.setPrivateKey(scalar)
    } catch {
      continue
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
  }
}
