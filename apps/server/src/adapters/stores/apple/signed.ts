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

/** Reads what Apple has signed for this app. Null for everything else. */
export interface SignedData {
  transaction(jws: string, environment: EnvironmentName): Promise<JWSTransactionDecodedPayload | null>
  renewal(jws: string, environment: EnvironmentName): Promise<JWSRenewalInfoDecodedPayload | null>
  message(jws: string, environment: EnvironmentName): Promise<ResponseBodyV2DecodedPayload | null>
}

/**
 * Signatures are checked by Apple's library, against a root that is known by its fingerprint: each signed text brings the
 * root along, so none has to be kept here. Whether a certificate was revoked is not asked for (docs/decisions/0042).
 */
export function signedData({ bundleId, appId, roots = appleRoots }: AppleStoreConfig): SignedData {
  const pins = new Set(roots.map(root => root.replaceAll(':', '').toUpperCase()))
  const verifiers = new Map<string, SignedDataVerifier>()

  async function verifierOf(root: Buffer, environment: EnvironmentName): Promise<SignedDataVerifier> {
    const name = `${environment} ${fingerprintOf(root)}`
    const { SignedDataVerifier, Environment } = await appleLibrary()
    const which = environment === 'Sandbox' ? Environment.SANDBOX : Environment.PRODUCTION
    const verifier = verifiers.get(name) ?? new SignedDataVerifier([root], false, which, bundleId, appId)
    verifiers.set(name, verifier)
    return verifier
  }

  const reading =
    <T>(decode: (verifier: SignedDataVerifier, jws: string) => Promise<T>) =>
    async (jws: string, environment: EnvironmentName): Promise<T | null> => {
      const root = rootOf(jws)
      if (!root || !pins.has(fingerprintOf(root))) return null
      const { VerificationException } = await appleLibrary()
      try {
        return await decode(await verifierOf(root, environment), jws)
      } catch (error) {
        if (error instanceof VerificationException) return null
        throw error
      }
    }

  return {
    transaction: reading((verifier, jws) => verifier.verifyAndDecodeTransaction(jws)),
    renewal: reading((verifier, jws) => verifier.verifyAndDecodeRenewalInfo(jws)),
    message: reading((verifier, jws) => verifier.verifyAndDecodeNotification(jws)),
  }
}

/** A message holds a transaction and its renewal, each with its certificates: some 20,000 letters. */
const mostLetters = 64 * 1024

/** Whether it looks like something signed. */
export const isSigned = (text: string): boolean => text.length <= mostLetters && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)

const certificate = z.string().min(1).max(8192)
const header = z.object({ alg: z.literal('ES256'), x5c: z.tuple([certificate, certificate, certificate]) })

/** The root that a signed text refers to, not believed yet. */
function rootOf(jws: string): Buffer | null {
  if (!isSigned(jws)) return null
  try {
    const { x5c } = header.parse(JSON.parse(Buffer.from(jws.split('.')[0]!, 'base64url').toString('utf8')))
    return Buffer.from(x5c[2], 'base64')
  } catch {
    return null
  }
}

const fingerprintOf = (root: Buffer): string => createHash('sha256').update(root).digest('hex').toUpperCase()
