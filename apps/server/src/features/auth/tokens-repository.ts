import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { MailTokensTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type MailToken = Selectable<MailTokensTable>
export type MailTokenPurpose = MailToken['purpose']

/** Saves a token, or extends one that exists. Returns false if the token was already used or revoked. */
export const saveToken = async (trx: Trx, token: Omit<MailToken, 'used_at'>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('mail_tokens')
    .values({ ...token, used_at: null })
    .onConflict(conflict =>
      conflict
        .column('token_hash')
        .doUpdateSet({ expires_at: token.expires_at })
        .where('mail_tokens.used_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findToken = (db: Db | Trx, purpose: MailTokenPurpose, tokenHash: string): Promise<MailToken | undefined> =>
  db
    .selectFrom('mail_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Outbox id of the newest mail with a token for this purpose; 0 if there is none. */
export const newestOutboxId = async (db: Db | Trx, userId: number, purpose: MailTokenPurpose): Promise<number> => {
  const row = await db
    .selectFrom('mail_tokens')
    .select(({ fn }) => fn.max('outbox_id').as('newest'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.newest ?? 0
}

/** Returns true for exactly one caller. */
export const consumeToken = async (trx: Trx, tokenHash: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const revokeTokens = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()

export const deleteUserTokens = (trx: Trx, userId: number) =>
  trx.deleteFrom('mail_tokens').where('user_id', '=', userId).execute()

export const deleteExpiredTokens = (db: Db, before: Date) =>
  db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute()
