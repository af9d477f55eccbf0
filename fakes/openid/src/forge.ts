import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** The key that signs identity tokens, with its public encodePart. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** The private key, used by oidc-provider to sign its tokens. */
  jwk: JWK
}

export async function newSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** Kinds of invalid tokens. Each has exactly one defect. */
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

/** Returns a sign token with these claims, or a forged one. */
export async function createToken(claims: JWTPayload, key: SigningKey, forgery?: Forgery): Promise<string> {
  switch (forgery) {
    case 'alg_none':
      return `${encodePart({ alg: 'none', kid: key.kid })}.${encodePart(claims)}.`
    case 'hs256_with_the_public_key': {
      const unsigned = `${encodePart({ alg: 'HS256', kid: key.kid })}.${encodePart(claims)}`
      const secret = await exportSPKI(key.publicKey)
      return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
    }
    case 'signed_by_another_key':
      return await sign(claims, await newSigningKey(key.kid))
    case 'unknown_key_id':
      return await sign(claims, await newSigningKey('nobody-knows-this-one'))
    case 'changed_after_signing': {
      const [head, , signature] = (await sign(claims, key)).split('.')
      return `${head}.${encodePart({ ...claims, sub: 'somebody-else' })}.${signature}`
    }
    default:
      return await sign(forgery ? { ...claims, ...wrongClaims[forgery] } : claims, key)
  }
}

const wrongClaims: Record<
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

const sign = (claims: JWTPayload, key: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey)

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
