import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import type { ApiResponse } from './responses.ts'

const scope = 'https://www.googleapis.com/auth/androidpublisher'
const lifetimeMs = 3600_000

/** Shared by all fakes of a process, because generating a key pair is slow. */
let pair: ReturnType<typeof newPair> | undefined
const newPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Google's token endpoint, and the service account that may request tokens. */
export function createSignIn(projectId: string) {
  pair ??= newPair()
  const { publicKey, privateKey } = pair
  const email = `play@${projectId}.iam.gserviceaccount.com`
  const tokens = new Map<string, number>()

  return {
    /** Key file as issued by Google, as JSON. */
    serviceAccount: JSON.stringify({
      type: 'service_account',
      project_id: projectId,
      private_key_id: 'a1',
      private_key: privateKey,
      client_email: email,
      token_uri: 'https://oauth2.googleapis.com/token',
    }),

    /** `POST https://oauth2.googleapis.com/token`. Uses the machine's clock, because client libraries sign with it. */
    async signIn(body: string, contentType = ''): Promise<ApiResponse> {
      // Google does not parse bodies with another content type.
      if (!contentType.startsWith('application/x-www-form-urlencoded'))
        return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Invalid grant_type: ' } }
      try {
        const { payload } = await jwtVerify(
          new URLSearchParams(body).get('assertion') ?? '',
          await importSPKI(publicKey, 'RS256'),
          {
            algorithms: ['RS256'],
            issuer: email,
            audience: 'https://oauth2.googleapis.com/token',
            maxTokenAge: '1h',
          },
        )
        if (payload.scope !== scope) return { status: 400, body: { error: 'invalid_scope' } }
      } catch {
        return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
      }
      const access_token = `ya29.${randomBytes(24).toString('base64url')}`
      tokens.set(access_token, Date.now() + lifetimeMs)
      return { status: 200, body: { access_token, expires_in: lifetimeMs / 1000 - 1, token_type: 'Bearer' } }
    },

    isSignedIn: (authorization: string | undefined): boolean =>
      (tokens.get(authorization?.replace(/^Bearer /, '') ?? '') ?? 0) > Date.now(),

    /** Invalidates all access tokens. */
    signOut: () => tokens.clear(),
  }
}
