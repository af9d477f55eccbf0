import { createHmac, createPublicKey, sign, X509Certificate } from 'node:crypto'
import type { Chain } from './certificates.ts'

/** Signs as the App Store does: ES256, with the certificates in the header. */
export const signJws = (payload: object, { key, x5c }: Pick<Chain, 'key' | 'x5c'>): string =>
  encode({ alg: 'ES256', x5c }, payload, signingInput =>
    sign('sha256', Buffer.from(signingInput), { key, dsaEncoding: 'ieee-p1363' }),
  )

/** Payload of a JWS, without checking the signature. */
export const decodePayload = <T>(jws: string): T =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8')) as T

/** A JWS whose header claims `alg: none`. */
export const unsignedJws = (payload: object, { x5c }: Pick<Chain, 'x5c'>): string =>
  encode({ alg: 'none', x5c }, payload, () => Buffer.alloc(0))

/** A JWS signed with HS256 and the public key as the secret, which anyone can create. */
export const jwsSignedWithPublicKey = (payload: object, { x5c }: Pick<Chain, 'x5c'>): string => {
  const certificate = new X509Certificate(Buffer.from(x5c[0]!, 'base64'))
  const secret = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }))
  return encode({ alg: 'HS256', x5c }, payload, signingInput =>
    createHmac('sha256', secret.export({ type: 'spki', format: 'pem' }))
      .update(signingInput)
      .digest(),
  )
}

function encode(header: object, payload: object, signature: (signingInput: string) => Buffer): string {
  const signingInput = [header, payload].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signingInput}.${signature(signingInput).toString('base64url')}`
}
