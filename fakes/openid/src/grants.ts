import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'

/** A "Sign in with Apple" key. It signs the client secrets needed to redeem codes and revoke tokens. */
export interface SignInKey {
  teamId: string
  keyId: string
  /** Private key in PKCS #8; the fake uses only its public part. */
  pem: string
}

/** Creates a key as Apple issues them. */
export const newSignInKey = (): SignInKey => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    teamId: '9JA89QQLNQ',
    keyId: 'TW1NS1GN1N',
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A redeemed code: one person's sign-in at one client, with its refresh token. */
export interface Grant {
  person: string
  clientId: string
  token: string
  isEnded: boolean
}

/** Apple accepts client secrets that are valid for at most six months. */
const maxSecretLifetimeMs = 15_777_000 * 1000
const codeLifetimeMs = 5 * 60_000

interface Options {
  issuer: string
  key: SignInKey | undefined
  clientIds: readonly string[]
  now: () => Date
  /** Creates the identity token that a redeemed code returns. */
  identityToken(person: string, clientId: string): Promise<string>
}

type Answer = [status: number, body: object | null]

const refusal = (error: string, status = 400): Answer => [status, { error }]

/** Authorization codes and grants, with Apple's `token` and `revoke` endpoints. */
export function createGrantStore({ issuer, key, clientIds, now, identityToken }: Options) {
  const codes = new Map<string, { person: string; clientId: string; redirectUri: string | null; expiresAt: number }>()
  const grants: Grant[] = []

  /** Id of the authenticated client; null if its client secret is invalid. */
  async function authenticateClient(form: URLSearchParams): Promise<string | null> {
    const clientId = form.get('client_id') ?? ''
    if (!key || !clientIds.includes(clientId)) return null
    try {
      const { payload, protectedHeader } = await jwtVerify(form.get('client_secret') ?? '', createPublicKey(key.pem), {
        ...{ issuer: key.teamId, audience: issuer, subject: clientId, algorithms: ['ES256'] },
        ...{ requiredClaims: ['iat', 'exp'], currentDate: now() },
      })
      const lifetimeMs = (payload.exp! - payload.iat!) * 1000
      return protectedHeader.kid === key.keyId && lifetimeMs <= maxSecretLifetimeMs ? clientId : null
    } catch {
      return null
    }
  }

  return {
    grants,

    /** Creates a code for one person, valid once and for five minutes. */
    mint(person: string, clientId: string, redirectUri: string | null): string {
      const code = `c${randomBytes(24).toString('hex')}.0.fake`
      codes.set(code, { person, clientId, redirectUri, expiresAt: now().getTime() + codeLifetimeMs })
      return code
    },

    async redeem(form: URLSearchParams): Promise<Answer> {
      const clientId = await authenticateClient(form)
      if (!clientId) return refusal('invalid_client')
      if (form.get('grant_type') !== 'authorization_code') return refusal('unsupported_grant_type')
      const code = form.get('code') ?? ''
      const found = codes.get(code)
      codes.delete(code)
      const isValid =
        found !== undefined &&
        found.clientId === clientId &&
        found.expiresAt > now().getTime() &&
        found.redirectUri === form.get('redirect_uri')
      if (!isValid) return refusal('invalid_grant')
      const token = `r${randomBytes(24).toString('hex')}.0.fake`
      grants.push({ person: found.person, clientId, token, isEnded: false })
      return [
        200,
        {
          access_token: `a${randomBytes(24).toString('hex')}.0.fake`,
          token_type: 'Bearer',
          expires_in: 3600,
          refresh_token: token,
          id_token: await identityToken(found.person, clientId),
        },
      ]
    },

    /** RFC 7009: revoking an unknown token succeeds too. */
    async revoke(form: URLSearchParams): Promise<Answer> {
      const clientId = await authenticateClient(form)
      if (!clientId) return refusal('invalid_client')
      if (!form.get('token')) return refusal('invalid_request')
      const revoked = grants.find(({ token, clientId: of }) => token === form.get('token') && of === clientId)
      for (const grant of grants)
        if (revoked && grant.person === revoked.person && grant.clientId === clientId) grant.isEnded = true
      return [200, null]
    },
  }
}
