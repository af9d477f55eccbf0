import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { UsersTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type UserRow = Selectable<UsersTable>

export const findUser = (db: Db | Trx, userId: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()

export const findUserByEmail = (db: Db | Trx, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

export interface NewUser {
  email: string
  passwordHash: string | null
  firstName: string | null
  lastName: string | null
  timezone: string
}

/** Undefined when the address has an account already. */
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
    })
    .onConflict(conflict => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()

const emailKey = (email: string): string => email.normalize('NFKC').toLowerCase()
