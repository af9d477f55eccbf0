import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'

/** The key that an operator has made at Apple: by it the client secret is signed that redeems codes and ends sign-ins. */
export interface SignInKey {
  teamId: string
  keyId: string
  /** PKCS #8; the stand-in keeps the public half alone. */
  pem: string
}

/** One as Apple would hand it out. */
export const newSignInKey = (): SignInKey => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    teamId: '9JA89QQLNQ',
    keyId: 'TW1NS1GN1N',
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** What one code was redeemed for: one person, one client, until it is ended. */
export interface Grant {
  person: string
  clientId: string
  token: string
  isEnded: boolean
}

/** Apple lets no client secret live longer than half a year. */
const longestMs = 15_777_000 * 1000
const codeLifeMs = 5 * 60_000

interface Options {
  issuer: string
  key: SignInKey | undefined
  clientIds: readonly string[]
  now: () => Date
  /** The identity token that stands beside what a code is redeemed for. */
  identityToken(person: string, clientId: string): Promise<string>
}

type Answer = [status: number, body: object | null]

const refusal = (error: string, status = 400): Answer => [status, { error }]

/** Codes, and what they are redeemed for, as Apple's `token` and `revoke` have it. */
export function grantBook({ issuer, key, clientIds, now, identityToken }: Options) {
  const codes = new Map<string, { person: string; clientId: string; redirectUri: string | null; endsAt: number }>()
  const grants: Grant[] = []

  /** Null where the client has not shown that it is one. */
  async function clientOf(form: URLSearchParams): Promise<string | null> {
    const clientId = form.get('client_id') ?? ''
    if (!key || !clientIds.includes(clientId)) return null
    try {
      const { payload, protectedHeader } = await jwtVerify(form.get('client_secret') ?? '', createPublicKey(key.pem), {
        ...{ issuer: key.teamId, audience: issuer, subject: clientId, algorithms: ['ES256'] },
        ...{ requiredClaims: ['iat', 'exp'], currentDate: now() },
      })
      const livesMs = (payload.exp! - payload.iat!) * 1000
      return protectedHeader.kid === key.keyId && livesMs <= longestMs ? clientId : null
    } catch {
      return null
    }
  }

  return {
    grants,

    /** One code for one person, good once and for five minutes. */
    mint(person: string, clientId: string, redirectUri: string | null): string {
      const code = `c${randomBytes(24).toString('hex')}.0.fake`
      codes.set(code, { person, clientId, redirectUri, endsAt: now().getTime() + codeLifeMs })
      return code
    },

    async redeem(form: URLSearchParams): Promise<Answer> {
      const clientId = await clientOf(form)
      if (!clientId) return refusal('invalid_client')
      if (form.get('grant_type') !== 'authorization_code') return refusal('unsupported_grant_type')
      const code = form.get('code') ?? ''
      const found = codes.get(code)
      codes.delete(code)
      const isRight =
        found !== undefined &&
        found.clientId === clientId &&
        found.endsAt > now().getTime() &&
        found.redirectUri === form.get('redirect_uri')
      if (!isRight) return refusal('invalid_grant')
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

    /** As RFC 7009 has it, a token that is not known is answered as one that has been ended. */
    async revoke(form: URLSearchParams): Promise<Answer> {
      const clientId = await clientOf(form)
      if (!clientId) return refusal('invalid_client')
      if (!form.get('token')) return refusal('invalid_request')
      const ended = grants.find(({ token, clientId: of }) => token === form.get('token') && of === clientId)
      for (const grant of grants)
        if (ended && grant.person === ended.person && grant.clientId === clientId) grant.isEnded = true
      return [200, null]
    },
  }
}
