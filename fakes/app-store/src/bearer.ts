import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'

/** API key as issued by App Store Connect. */
export interface ApiKey {
  issuerId: string
  keyId: string
  /** PEM, PKCS #8. */
  privateKey: string
}

/** Creates an API key, and a check for bearer tokens signed with it. Tokens use the machine's clock, as in Apple's library. */
export function createBearerKey(bundleId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key: ApiKey = {
    issuerId: randomUUID(),
    keyId: 'FAKE123456',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  return {
    key,
    async isValid(authorization: string | undefined): Promise<boolean> {
      try {
        const { payload, protectedHeader } = await jwtVerify(authorization?.replace(/^Bearer /, '') ?? '', publicKey, {
          ...{ algorithms: ['ES256'], issuer: key.issuerId, audience: 'appstoreconnect-v1', maxTokenAge: '60m' },
          requiredClaims: ['iat', 'exp'],
        })
        return protectedHeader.kid === key.keyId && payload.bid === bundleId && payload.exp! - payload.iat! <= 3600
      } catch {
        return false
      }
    },
  }
}
