import { createECDH, hkdfSync } from 'node:crypto'

/** Key pair that identifies this installation to push services (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Derives the key pair from the installation's secret, so that all processes have the same pair without storing it. [ASVS 11.6.1]
 * About one 256-bit number in 2³² is not a valid P-256 key, so it tries several and takes the first valid one.
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
