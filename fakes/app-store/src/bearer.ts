import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'

/** A key as App Store Connect hands it out, once. */
export interface ApiKey {
  issuerId: string
  keyId: string
  /** PEM, PKCS #8. */
  privateKey: string
}

/** A key for the API, and the check of what was signed with it. Tokens go by the machine's time, as they are made by it. */
export function bearerKey(bundleId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key: ApiKey = {
    issuerId: randomUUID(),
    keyId: 'FAKE123456',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  return {
    key,
    async isRight(authorization: string | undefined): Promise<boolean> {
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
