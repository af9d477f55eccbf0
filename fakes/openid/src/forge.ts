import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** The key that identity tokens are signed with, and how the world sees it. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** With the private part: what the provider signs its own tokens with. */
  jwk: JWK
}

export async function newSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** The ways in which a token may be wrong. Each is right in everything else. */
export const forgeries = [
  'alg_none',
  'hs256_with_the_public_key',
  'signed_by_another_key',
  'unknown_key_id',
  'wrong_audience',
  'wrong_issuer',
  'expired',
  'another_nonce',
  'no_nonce',
  'no_subject',
  'changed_after_signing',
] as const
export type Forgery = (typeof forgeries)[number]

/** Signs the claims, or forges a token that claims them. */
export async function tokenOf(claims: JWTPayload, key: SigningKey, forgery?: Forgery): Promise<string> {
  switch (forgery) {
    case 'alg_none':
      return `${part({ alg: 'none', kid: key.kid })}.${part(claims)}.`
    case 'hs256_with_the_public_key': {
      const unsigned = `${part({ alg: 'HS256', kid: key.kid })}.${part(claims)}`
      const secret = await exportSPKI(key.publicKey)
      return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
    }
    case 'signed_by_another_key':
      return await signed(claims, await newSigningKey(key.kid))
    case 'unknown_key_id':
      return await signed(claims, await newSigningKey('nobody-knows-this-one'))
    case 'changed_after_signing': {
      const [head, , signature] = (await signed(claims, key)).split('.')
      return `${head}.${part({ ...claims, sub: 'somebody-else' })}.${signature}`
    }
    default:
      return await signed(forgery ? { ...claims, ...wrong[forgery] } : claims, key)
  }
}

const wrong: Record<
  'wrong_audience' | 'wrong_issuer' | 'expired' | 'another_nonce' | 'no_nonce' | 'no_subject',
  JWTPayload
> = {
  wrong_audience: { aud: 'another-app' },
  wrong_issuer: { iss: 'https://accounts.example.net' },
  expired: { iat: 1_000_000_000, exp: 1_000_000_300 },
  another_nonce: { nonce: 'of-another-sign-in' },
  no_nonce: { nonce: undefined },
  no_subject: { sub: undefined },
}

const signed = (claims: JWTPayload, key: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey)

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
