import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { IdentityProviderName, ProvenIdentity } from '../../ports/identity.ts'

/** Serializes the sign-ins of one identity. */
export const lockIdentity = (trx: Trx, { provider, subject }: ProvenIdentity) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, 0))`.execute(trx)

export const findIdentity = (trx: Trx, { provider, subject }: ProvenIdentity) =>
  trx
    .selectFrom('identities')
    .select(['id', 'user_id'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const hasIdentity = async (trx: Trx, userId: number, provider: IdentityProviderName): Promise<boolean> =>
  (await trx
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()) !== undefined

export const insertIdentity = (trx: Trx, userId: number, { provider, subject, email }: ProvenIdentity, now: Date) =>
  trx
    .insertInto('identities')
    .values({ user_id: userId, provider, subject, email, created_at: now, seen_at: now })
    .execute()

export const markIdentitySeen = (trx: Trx, identityId: number, now: Date) =>
  trx.updateTable('identities').set({ seen_at: now }).where('id', '=', identityId).execute()

/** After this, signing in with one of these identities creates a new account. */
export const deleteUserIdentities = (trx: Trx, userId: number) =>
  trx.deleteFrom('identities').where('user_id', '=', userId).execute()

export interface NewExchangeCode {
  codeHash: string
  userId: number
  boundTo: string
  redirect: string | null
  expiresAt: Date
}

export const insertExchangeCode = (trx: Trx, code: NewExchangeCode) =>
  trx
    .insertInto('exchange_codes')
    .values({
      code_hash: code.codeHash,
      user_id: code.userId,
      bound_to: code.boundTo,
      redirect: code.redirect,
      expires_at: code.expiresAt,
    })
    .execute()

export const findExchangeCodeOwner = async (trx: Trx, codeHash: string): Promise<number | undefined> =>
  (await trx.selectFrom('exchange_codes').select('user_id').where('code_hash', '=', codeHash).executeTakeFirst())
    ?.user_id

/** Deletes the code on its first use, even if the caller may not use it. */
export const consumeExchangeCode = (trx: Trx, codeHash: string) =>
  trx.deleteFrom('exchange_codes').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()

export const deleteUserExchangeCodes = (trx: Trx, userId: number) =>
  trx.deleteFrom('exchange_codes').where('user_id', '=', userId).execute()

/** Returns false if the nonce was used before. */
export const spendNonce = async (trx: Trx, nonceHash: string, expiresAt: Date): Promise<boolean> =>
  (await trx
    .insertInto('spent_nonces')
    .values({ nonce_hash: nonceHash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('nonce_hash').doNothing())
    .returning('nonce_hash')
    .executeTakeFirst()) !== undefined

export async function deleteExpiredCodesAndNonces(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('exchange_codes').where('expires_at', '<', now).execute()
  await db.deleteFrom('spent_nonces').where('expires_at', '<', now).execute()
}
