import type { Settings } from '@recaps/contract/users'
import { emailKey } from '@recaps/domain/email-address'
import type { Selectable } from 'kysely'
import { inByteOrder } from '../../database/byte-order.ts'
import type { Db } from '../../database/open.ts'
import type { UsersTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type UserRow = Selectable<UsersTable>

export const findUser = (db: Db | Trx, userId: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()

export const findUserByEmail = (db: Db | Trx, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/** The oldest account that is not deleted. */
export const firstUserId = async (db: Db): Promise<number | undefined> =>
  (await db.selectFrom('users').select('id').where('deleted_at', 'is', null).orderBy('id').limit(1).executeTakeFirst())
    ?.id

/** Locks the user against any change until the transaction ends. */
export const lockUser = (trx: Trx, userId: number): Promise<UserRow | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()

/** Like `lockUser`, but doesn't block inserts that reference the user, such as runs, notifications and mails. */
export const lockUserNoKey = (trx: Trx, userId: number): Promise<UserRow | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

export interface NewUser {
  email: string
  passwordHash: string | null
  firstName: string | null
  lastName: string | null
  timezone: string
  /** Set if a trusted provider has confirmed the address. */
  emailVerifiedAt: Date | null
}

/** Returns undefined if the address already has an account. */
export const insertUser = (db: Db | Trx, user: NewUser): Promise<UserRow | undefined> =>
  db
    .insertInto('users')
    .values({
      email: user.email,
      email_key: emailKey(user.email),
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      timezone: user.timezone,
      email_verified_at: user.emailVerifiedAt,
    })
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateNames = (
  db: Db,
  userId: number,
  names: { firstName: string | null; lastName: string | null },
  now: Date,
) =>
  db
    .updateTable('users')
    .set({ first_name: names.firstName, last_name: names.lastName, updated_at: now })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Returns false if another account has the address. */
export const updateEmail = async (trx: Trx, userId: number, email: string, now: Date): Promise<boolean> => {
  const key = emailKey(email)
  const owner = await trx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst()
  if (owner && owner.id !== userId) return false
  await trx
    .updateTable('users')
    .set({ email, email_key: key, updated_at: now, ...(owner ? {} : { email_verified_at: null }) })
    .where('id', '=', userId)
    .execute()
  return true
}

export const updateSettings = (trx: Trx, userId: number, settings: Settings, now: Date) => {
  const { timeZone, showInPopular, ...stored } = settings
  return trx
    .updateTable('users')
    .set({
      timezone: timeZone,
      shows_in_popular: showInPopular,
      settings: JSON.stringify(stored),
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}

export const updatePassword = (trx: Trx, userId: number, hash: string, now: Date) =>
  trx.updateTable('users').set({ password_hash: hash, updated_at: now }).where('id', '=', userId).execute()

/** Confirms the address if it is still the one the mail was sent to. Returns true if it was not confirmed before. */
export const confirmEmail = async (trx: Trx, userId: number, key: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ email_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('email_key', '=', key)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets or removes the picture. Returns the stored file that is no longer needed. */
export async function setPicture(trx: Trx, userId: number, picture: string | null, now: Date): Promise<string | null> {
  const before = await trx
    .selectFrom('users')
    .select('profile_picture')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  // The account was deleted in the meantime, so the new picture is not needed.
  if (!before) return picture
  await trx.updateTable('users').set({ profile_picture: picture, updated_at: now }).where('id', '=', userId).execute()
  return before.profile_picture
}

export async function findReferencedPictures(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('profile_picture')
    .where('profile_picture', 'is not', null)
    .where(inByteOrder('users.profile_picture'), 'in', names)
    .execute()
  return rows.flatMap(row => row.profile_picture ?? [])
}

/** Confirms the address, removes the password and replaces the names. Returns the stored file of the previous picture. */
export async function takeOver(
  trx: Trx,
  userId: number,
  { firstName, lastName }: { firstName: string | null; lastName: string | null },
  now: Date,
): Promise<string | null> {
  const picture = await setPicture(trx, userId, null, now)
  await trx
    .updateTable('users')
    .set({ password_hash: null, first_name: firstName, last_name: lastName, email_verified_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
  return picture
}

/** Removes all personal data from the row and frees the address. Returns the stored file of the picture. */
export async function anonymise(trx: Trx, userId: number, now: Date): Promise<string[]> {
  const picture = await setPicture(trx, userId, null, now)
  await trx
    .updateTable('users')
    .set({
      email: '',
      // No real address can have this form.
      email_key: `deleted:${userId}`,
      email_verified_at: null,
      password_hash: null,
      first_name: null,
      last_name: null,
      timezone: 'UTC',
      settings: '{}',
      shows_in_popular: true,
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  return picture ? [picture] : []
}

export const findDeletedUsers = (db: Db, deletedBefore: Date, limit: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<=', deletedBefore)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()

/** Returns undefined if the account is not due for erasure, is already erased, or another process is erasing it. */
export const lockDeletedUser = (trx: Trx, userId: number, deletedBefore: Date) =>
  trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', '<=', deletedBefore)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const deleteUser = (trx: Trx, userId: number) => trx.deleteFrom('users').where('id', '=', userId).execute()
