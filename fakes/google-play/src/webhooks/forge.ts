import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** Key that Google signs identity tokens with. `published` is the public key in the certs endpoint. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  published: JWK
}

const keys = new Map<string, Promise<SigningKey>>()

/** Key with the given id. Cached, because generating keys is slow and tests start many fakes. */
export function signingKey(kid: string): Promise<SigningKey> {
  const key = keys.get(kid) ?? newSigningKey(kid)
  keys.set(kid, key)
  return key
}

async function newSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** Ways in which a message can be invalid. Each breaks only one thing. */
export const forgeries = [
  'no_token',
  'empty_token',
  'another_scheme',
  'alg_none',
  'hs256_with_the_public_key',
  'signed_by_another_key',
  'unknown_key_id',
  'wrong_audience',
  'wrong_issuer',
  'another_account',
  'account_not_verified',
  'no_account',
  'expired',
  'no_expiry',
  'changed_after_signing',
  'another_package',
] as const
export type Forgery = (typeof forgeries)[number]

export interface Message {
  body: string
  headers: Record<string, string>
}

/** Audience and account of the tokens of a push subscription. */
export interface PushAddress {
  audience: string
  account: string
}

/** A push message, valid or forged. `at` is the receiver's current time, in milliseconds. */
export async function createMessage(
  body: string,
  address: PushAddress,
  at: number,
  key: SigningKey,
  forgery?: Forgery,
): Promise<Message> {
  const type = {
    'content-type': 'application/json',
    'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
  }
  if (forgery === 'no_token') return { body, headers: type }
  if (forgery === 'empty_token') return { body, headers: { ...type, authorization: 'Bearer ' } }
  const token = await tokenOf(claimsOf(address, at), key, forgery)
  const scheme = forgery === 'another_scheme' ? 'Basic' : 'Bearer'
  const sentBody = forgery === 'another_package' ? withAnotherPackage(body) : body
  return { body: sentBody, headers: { ...type, authorization: `${scheme} ${token}` } }
}

/** https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions */
function claimsOf({ audience, account }: PushAddress, at: number): JWTPayload {
  const iat = Math.floor(at / 1000)
  return {
    ...{ aud: audience, azp: '113774264463038321964', email: account, email_verified: true },
    ...{ exp: iat + 3600, iat, iss: 'https://accounts.google.com', sub: '113774264463038321964' },
  }
}

async function tokenOf(claims: JWTPayload, key: SigningKey, forgery?: Forgery): Promise<string> {
  switch (forgery) {
    case 'alg_none':
      return `${encodePart({ alg: 'none', kid: key.kid, typ: 'JWT' })}.${encodePart(claims)}.`
    case 'hs256_with_the_public_key': {
      const unsigned = `${encodePart({ alg: 'HS256', kid: key.kid, typ: 'JWT' })}.${encodePart(claims)}`
      const secret = await exportSPKI(key.publicKey)
      return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
    }
    case 'signed_by_another_key':
      return await signed(claims, { ...(await signingKey('another-key')), kid: key.kid })
    case 'unknown_key_id':
      return await signed(claims, await signingKey('unpublished-key'))
    case 'changed_after_signing': {
      const [head, , signature] = (await signed(claims, key)).split('.')
      return `${head}.${encodePart({ ...claims, exp: (claims.exp ?? 0) + 1 })}.${signature}`
    }
    default:
      return await signed({ ...claims, ...(forgery ? forgedClaims[forgery] : {}) }, key)
  }
}

const forgedClaims: Partial<Record<Forgery, JWTPayload>> = {
  wrong_audience: { aud: 'https://elsewhere.example/notifications' },
  wrong_issuer: { iss: 'https://accounts.example.net' },
  another_account: { email: 'somebody@another-project.iam.gserviceaccount.com' },
  account_not_verified: { email_verified: false },
  no_account: { email: undefined },
  expired: { iat: 1_000_000_000, exp: 1_000_003_600 },
  no_expiry: { exp: undefined },
}

const signed = (claims: JWTPayload, key: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' }).sign(key.privateKey)

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function withAnotherPackage(body: string): string {
  const envelope = JSON.parse(body) as { message: { data: string } }
  const data = JSON.parse(Buffer.from(envelope.message.data, 'base64').toString('utf8')) as object
  envelope.message.data = toBase64Json({ ...data, packageName: 'com.example.another' })
  return JSON.stringify(envelope)
}

export const toBase64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')
