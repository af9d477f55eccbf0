import { createHash, randomBytes } from 'node:crypto'
import type { Signer } from '../../ports/signer.ts'

const purpose = 'share'

/**
 * A share token is derived from a random seed by the server's secret: its owner can be shown it again and again, while the
 * database holds the seed and the token's hash, neither of which opens anything. A link goes on working by its hash when
 * the secret is changed; it just cannot be shown any more.
 */
export function mintShareToken(entryId: number, signer: Signer): { share_seed: string; share_hash: string } {
  const share_seed = randomBytes(16).toString('base64url')
  return { share_seed, share_hash: hashOfToken(tokenOf(entryId, share_seed, signer)) }
}

export function readShareToken(
  row: { id: number; share_seed: string | null; share_hash: string | null },
  signer: Signer,
): string | null {
  if (row.share_seed === null) return null
  const token = tokenOf(row.id, row.share_seed, signer)
  return hashOfToken(token) === row.share_hash ? token : null
}

/** Takes a revocation back: the seed outlives it, so that who knows the token of the link can have it work again. Null when it was another. */
export function revivedToken(
  row: { id: number; share_seed: string | null; share_hash: string | null },
  token: string,
  signer: Signer,
): { share_hash: string } | null {
  const share_hash = hashOfToken(token)
  return readShareToken({ ...row, share_hash }, signer) ? { share_hash } : null
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const tokenOf = (entryId: number, seed: string, signer: Signer): string => signer.sign(purpose, `${entryId}|${seed}`)
