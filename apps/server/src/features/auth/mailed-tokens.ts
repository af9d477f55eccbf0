import { emailKey } from '@recaps/domain/email-address'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import type { MailEnvelope } from '../notifications/mail-kind.ts'
import type { UserRow } from '../users/service.ts'
import { sha256 } from './sessions.ts'
import {
  consumeToken,
  deleteExpiredTokens,
  deleteUserTokens,
  findToken,
  type MailToken,
  type MailTokenPurpose,
  newestOutboxId,
  revokeTokens,
  saveToken,
} from './tokens-repository.ts'

const minuteMs = 60 * 1000
export const tokenLifetimeMs: Record<MailTokenPurpose, number> = {
  reset: 30 * minuteMs,
  verify: 3 * 24 * 60 * minuteMs,
}
/** Longer than any mail is retried: a used token must still be known as used when its mail is sent again. */
const deletedAfterMs = 30 * 24 * 60 * minuteMs

/**
 * Tokens in mailed links. A token is derived from the mail's own id when the mail is composed, so a mail that is sent again
 * after a crash carries the same token, and the outbox never stores it.
 */
export function createMailedTokens({ db, clock, signer }: { db: Db; clock: Clock; signer: Signer }) {
  const isNewest = async (db: Db | Trx, { purpose, user_id, outbox_id }: MailToken) =>
    purpose !== 'reset' || outbox_id >= (await newestOutboxId(db, user_id, purpose))

  return {
    /** Returns null if the token was used or revoked, or if a newer mail has been sent. */
    issue(purpose: MailTokenPurpose, user: UserRow, envelope: MailEnvelope): Promise<string | null> {
      const token = signer.sign(`mail-token/${purpose}`, `${envelope.outboxId}|${envelope.messageId}`)
      const row = {
        token_hash: sha256(token),
        purpose,
        user_id: user.id,
        email_key: emailKey(user.email),
        outbox_id: envelope.outboxId,
        expires_at: new Date(clock.now().getTime() + tokenLifetimeMs[purpose]),
      }
      return db.transaction().execute(async trx => {
        if (!(await isNewest(trx, { ...row, used_at: null }))) return null
        return (await saveToken(trx, row)) ? token : null
      })
    },

    /** Returns undefined for a token that is unknown, expired or replaced by a newer one. `used_at` is set if it was used. */
    async find(db: Db | Trx, purpose: MailTokenPurpose, token: string): Promise<MailToken | undefined> {
      const row = await findToken(db, purpose, sha256(token))
      return row && row.expires_at > clock.now() && (await isNewest(db, row)) ? row : undefined
    },

    /** Returns true for exactly one caller, even if several use the token at once. */
    consume: (trx: Trx, token: MailToken) => consumeToken(trx, token.token_hash, clock.now()),

    deleteForUser: (trx: Trx, userId: number) => deleteUserTokens(trx, userId),

    revoke: (trx: Trx, userId: number) => revokeTokens(trx, userId, clock.now()),

    deleteExpired: () => deleteExpiredTokens(db, new Date(clock.now().getTime() - deletedAfterMs)),
  }
}

export type MailedTokens = ReturnType<typeof createMailedTokens>
