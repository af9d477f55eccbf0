import { createHmac, createPublicKey, sign, X509Certificate } from 'node:crypto'
import type { Chain } from './certificates.ts'

/** `payload`, signed as the App Store signs: ES256, with the certificates in the header. */
export const signed = (payload: object, { key, x5c }: Pick<Chain, 'key' | 'x5c'>): string =>
  joined({ alg: 'ES256', x5c }, payload, text => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }))

/** What is read without a look at the signature. */
export const payloadOf = <T>(jws: string): T =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8')) as T

/** Says of itself that it is not signed. */
export const unsigned = (payload: object, { x5c }: Pick<Chain, 'x5c'>): string =>
  joined({ alg: 'none', x5c }, payload, () => Buffer.alloc(0))

/** Takes the public key, which everybody knows, for a secret one. */
export const signedWithPublicKey = (payload: object, { x5c }: Pick<Chain, 'x5c'>): string => {
  const certificate = new X509Certificate(Buffer.from(x5c[0]!, 'base64'))
  const secret = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }))
  return joined({ alg: 'HS256', x5c }, payload, text =>
    createHmac('sha256', secret.export({ type: 'spki', format: 'pem' }))
      .update(text)
      .digest(),
  )
}

function joined(header: object, payload: object, signature: (text: string) => Buffer): string {
  const text = [header, payload].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${signature(text).toString('base64url')}`
}
