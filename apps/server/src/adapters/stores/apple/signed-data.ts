import { createHash } from 'node:crypto'
import type {
  JWSRenewalInfoDecodedPayload,
  JWSTransactionDecodedPayload,
  ResponseBodyV2DecodedPayload,
  SignedDataVerifier,
} from '@apple/app-store-server-library'
import { z } from 'zod'
import { type AppleStoreConfig, appleRoots, type EnvironmentName } from './config.ts'
import { appleLibrary } from './library.ts'

/** Verifies and decodes data that Apple signed for this app. Null for everything else. */
export interface SignedData {
  transaction(jws: string, environment: EnvironmentName): Promise<JWSTransactionDecodedPayload | null>
  renewal(jws: string, environment: EnvironmentName): Promise<JWSRenewalInfoDecodedPayload | null>
  message(jws: string, environment: EnvironmentName): Promise<ResponseBodyV2DecodedPayload | null>
}

/**
 * Apple's library checks the signatures against a root certificate, which each JWS contains. We only pin the root's fingerprint, so no
 * certificate is stored here. Revocation is not checked (docs/decisions/0042).
 */
export function signedData({ bundleId, appId, roots = appleRoots }: AppleStoreConfig): SignedData {
  const pinned = new Set(roots.map(root => root.replaceAll(':', '').toUpperCase()))
  const verifiers = new Map<string, SignedDataVerifier>()

  async function getVerifier(root: Buffer, environment: EnvironmentName): Promise<SignedDataVerifier> {
    const name = `${environment} ${fingerprint(root)}`
    const { SignedDataVerifier, Environment } = await appleLibrary()
    const libraryEnvironment = environment === 'Sandbox' ? Environment.SANDBOX : Environment.PRODUCTION
    const verifier = verifiers.get(name) ?? new SignedDataVerifier([root], false, libraryEnvironment, bundleId, appId)
    verifiers.set(name, verifier)
    return verifier
  }

  const verifyWith =
    <T>(decode: (verifier: SignedDataVerifier, jws: string) => Promise<T>) =>
    async (jws: string, environment: EnvironmentName): Promise<T | null> => {
      const root = claimedRoot(jws)
      if (!root || !pinned.has(fingerprint(root))) return null
      const { VerificationException } = await appleLibrary()
      try {
        return await decode(await getVerifier(root, environment), jws)
      } catch (error) {
        if (error instanceof VerificationException) return null
        throw error
      }
    }

  return {
    transaction: verifyWith((verifier, jws) => verifier.verifyAndDecodeTransaction(jws)),
    renewal: verifyWith((verifier, jws) => verifier.verifyAndDecodeRenewalInfo(jws)),
    message: verifyWith((verifier, jws) => verifier.verifyAndDecodeNotification(jws)),
  }
}

/** A notification contains a transaction and its renewal, each with certificates: about 20,000 characters. */
const maxLength = 64 * 1024

/** Whether a text has the form of a JWS. Does not verify the signature. */
export const isSigned = (text: string): boolean => text.length <= maxLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

const certificate = z.string().min(1).max(8192)
const header = z.object({ alg: z.literal('ES256'), x5c: z.tuple([certificate, certificate, certificate]) })

/** The root certificate in the header of a JWS, not yet verified. */
function claimedRoot(jws: string): Buffer | null {
  if (!isSigned(jws)) return null
  try {
    const { x5c } = header.parse(JSON.parse(Buffer.from(jws.split('.')[0]!, 'base64url').toString('utf8')))
    return Buffer.from(x5c[2], 'base64')
  } catch {
    return null
  }
}

const fingerprint = (root: Buffer): string => createHash('sha256').update(root).digest('hex').toUpperCase()
