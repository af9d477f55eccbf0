import { createHash, randomBytes } from 'node:crypto'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'share'

/**
 * A share token is derived from a random seed and the server's secret, so the owner can see it at any time, while the
 * database only has the seed and the token's hash, which do not grant access. If the secret changes, existing links keep
 * working by their hash but can no longer be displayed.
 */
export function mintShareToken(summaryId: number, signer: Signer): { share_seed: string; share_hash: string } {
  const share_seed = randomBytes(16).toString('base64url')
  return { share_seed, share_hash: hashShareToken(tokenOf(summaryId, share_seed, signer)) }
}

export function readShareToken(
  row: { id: number; share_seed: string | null; share_hash: string | null },
  signer: Signer,
): string | null {
  if (row.share_seed === null) return null
  const token = tokenOf(row.id, row.share_seed, signer)
  return hashShareToken(token) === row.share_hash ? token : null
}

/**
 * Undoes a revocation: the seed is kept, so the owner can reactivate the link with its token. Null if the token does
 * not match the seed.
 */
export function restoreShareToken(
  row: { id: number; share_seed: string | null; share_hash: string | null },
  token: string,
  signer: Signer,
): { share_hash: string } | null {
  const share_hash = hashShareToken(token)
  return readShareToken({ ...row, share_hash }, signer) ? { share_hash } : null
}

export const hashShareToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const tokenOf = (summaryId: number, seed: string, signer: Signer): string =>
  signer.sign(purpose, `${summaryId}|${seed}`)
