import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'

const lifetimeMs = 3600 * 1000

/** A page token contains the provider's continuation, the kind of search and the expiry. It is signed, not encrypted. */
export function signPageToken(kind: string, continuation: string, signer: Signer, clock: Clock): string {
  const body = Buffer.from(
    JSON.stringify({ kind, continuation, expires: clock.now().getTime() + lifetimeMs }),
  ).toString('base64url')
  return `${body}.${signer.sign('page-token', body)}`
}

export function readPageToken(kind: string, token: string, signer: Signer, clock: Clock): string {
  const [body = '', signature = ''] = token.split('.')
  const refused = new AppError('invalid_request', 'This page has expired. Search again.')
  if (!signer.verify('page-token', body, signature)) throw refused
  const read = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as {
    kind: string
    continuation: string
    expires: number
  }
  if (read.kind !== kind || read.expires < clock.now().getTime()) throw refused
  return read.continuation
}
