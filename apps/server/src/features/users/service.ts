import type { PlanResponse } from '@recaps/contract/subscriptions'
import type { User } from '@recaps/contract/users'
import { daylightSaving } from '@recaps/domain/time-zone'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { findUser, findUserByEmail, insertUser, type NewUser, type UserRow } from './repository.ts'

export interface UsersDeps {
  db: Db
  clock: Clock
  /** The plans that count for a user, the active one first; subscriptions know it, and they come later in the order. */
  plansOf(userId: number): Promise<PlanResponse[]>
}

export type { UserRow }

export function createUsers({ db, clock, plansOf }: UsersDeps) {
  return {
    byEmail: (email: string) => findUserByEmail(db, email),
    /** Undefined when the address has an account already. */
    create: (user: NewUser) => insertUser(db, user),

    async profile(userId: number): Promise<User> {
      const row = await findUser(db, userId)
      if (!row) throw new AppError('unauthorized')
      return this.present(row)
    },

    async present(row: UserRow): Promise<User> {
      return {
        id: row.id,
        email: row.email,
        emailVerified: row.email_verified_at !== null,
        firstName: row.first_name,
        lastName: row.last_name,
        profilePicture: row.profile_picture,
        timezone: row.timezone,
        ...daylightSaving(row.timezone, clock.now()),
        subscriptions: await plansOf(row.id),
      }
    },
  }
}

export type Users = ReturnType<typeof createUsers>
