import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** The key that Google signs identity tokens with, and how the world sees it. */
export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  published: JWK
}

const made = new Map<string, Promise<SigningKey>>()

/** Of the same name the same key: making one takes long, and tests start many fakes. */
export function signingKey(kid: string): Promise<SigningKey> {
  const key = made.get(kid) ?? newSigningKey(kid)
  made.set(kid, key)
  return key
}

async function newSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, publicKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** The ways in which a message may be wrong. Each is right in everything else. */
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

/** Whom a token of Pub/Sub is for, and of which account it is. */
export interface PushAddress {
  audience: string
  account: string
}

/** A push message, right or forged. `at` is what the clock of whoever receives it shows, in milliseconds. */
export async function messageOf(
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
  const said = forgery === 'another_package' ? ofAnotherPackage(body) : body
  return { body: said, headers: { ...type, authorization: `${scheme} ${token}` } }
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
      return `${part({ alg: 'none', kid: key.kid, typ: 'JWT' })}.${part(claims)}.`
    case 'hs256_with_the_public_key': {
      const unsigned = `${part({ alg: 'HS256', kid: key.kid, typ: 'JWT' })}.${part(claims)}`
      const secret = await exportSPKI(key.publicKey)
      return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`
    }
    case 'signed_by_another_key':
      return await signed(claims, { ...(await signingKey('of-somebody-else')), kid: key.kid })
    case 'unknown_key_id':
      return await signed(claims, await signingKey('nobody-knows-this-one'))
    case 'changed_after_signing': {
      const [head, , signature] = (await signed(claims, key)).split('.')
      return `${head}.${part({ ...claims, exp: (claims.exp ?? 0) + 1 })}.${signature}`
    }
    default:
      return await signed({ ...claims, ...(forgery ? wrong[forgery] : {}) }, key)
  }
}

const wrong: Partial<Record<Forgery, JWTPayload>> = {
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

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function ofAnotherPackage(body: string): string {
  const envelope = JSON.parse(body) as { message: { data: string } }
  const data = JSON.parse(Buffer.from(envelope.message.data, 'base64').toString('utf8')) as object
  envelope.message.data = base64({ ...data, packageName: 'com.example.another' })
  return JSON.stringify(envelope)
}

export const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')
