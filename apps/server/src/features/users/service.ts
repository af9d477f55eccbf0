import type { PlanResponse } from '@recaps/contract/subscriptions'
import type { Settings, SettingsChange, User } from '@recaps/contract/users'
import { emailKey } from '@recaps/domain/email-address'
import { plainLine } from '@recaps/domain/plain-text'
import { daylightSaving, isTimeZone } from '@recaps/domain/time-zone'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  anonymise,
  confirmEmail,
  deleteUser,
  findDeleted,
  findUser,
  findUserByEmail,
  firstUserId,
  holdUser,
  insertUser,
  lockDeleted,
  lockUser,
  type NewUser,
  takeOver,
  type UserRow,
  updateEmail,
  updateNames,
  updatePassword,
  updateSettings,
} from './repository.ts'
import { changed, settingsOf } from './settings.ts'

export interface UsersDeps {
  db: Db
  clock: Clock
  /** The plans that count for a user, the active one first; subscriptions know it, and they come later in the order. */
  plansOf(userId: number): Promise<PlanResponse[]>
  /** The address of the account that runs the server; absent: the first account does. */
  adminEmail: string | undefined
  /** Whether there is a voice of this id to be read by; voices come later in the order. */
  isVoice(id: string): boolean
  /** Does what follows from another time zone, in the same transaction: schedules come later in the order. */
  zoneChanged(trx: Trx, userId: number, timeZone: string): Promise<void>
}

export type { UserRow }

interface Names {
  firstName: string | null
  lastName: string | null
}

/** Without what nobody sees, and null where that is all of it: a name stands in lists and mails. */
function shownName(name: string | null): string | null {
  const line = plainLine(name ?? '')
  return visible.test(line) ? line : null
}

/** The last four are letters of Hangul that look like spaces. */
const visible = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/u

export function createUsers({ db, clock, plansOf, adminEmail, isVoice, zoneChanged }: UsersDeps) {
  /** A voice that was chosen and is not there any more: the default reads, as for whoever has chosen none. */
  const shown = (settings: Settings): Settings =>
    settings.voice === null || isVoice(settings.voice) ? settings : { ...settings, voice: null }

  /** A session outlives its user only for the moment of a deletion: then it is over. */
  const existing = (row: UserRow | undefined): UserRow => {
    if (!row || row.deleted_at) throw new AppError('unauthorized')
    return row
  }

  async function isAdmin(row: UserRow): Promise<boolean> {
    if (adminEmail === undefined) return (await firstUserId(db)) === row.id
    return row.email_key === emailKey(adminEmail) && row.email_verified_at !== null
  }

  async function present(row: UserRow): Promise<User> {
    return {
      id: row.id,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      isAdmin: await isAdmin(row),
      firstName: row.first_name,
      lastName: row.last_name,
      profilePicture: row.profile_picture && `/${row.profile_picture}`,
      timezone: row.timezone,
      ...daylightSaving(row.timezone, clock.now()),
      subscriptions: await plansOf(row.id),
    }
  }

  return {
    /** Undefined for a deleted account. */
    byId: async (userId: number): Promise<UserRow | undefined> => {
      const row = await findUser(db, userId)
      return row?.deleted_at ? undefined : row
    },
    byEmail: (email: string, within: Db | Trx = db) => findUserByEmail(within, email),
    /** The user, who does not change until the transaction ends. */
    lock: (trx: Trx, userId: number) => lockUser(trx, userId),
    hold: (trx: Trx, userId: number) => holdUser(trx, userId),
    /** Undefined when the address has an account already. */
    create: (trx: Trx, user: NewUser) =>
      insertUser(trx, { ...user, firstName: shownName(user.firstName), lastName: shownName(user.lastName) }),
    present,
    profile: async (userId: number): Promise<User> => present(existing(await findUser(db, userId))),

    /** Holds the row of an account that is not deleted, which it is not before the transaction ends; false for one that is. */
    holdLiving: async (trx: Trx, userId: number): Promise<boolean> => {
      const row = await holdUser(trx, userId)
      return row !== undefined && row.deleted_at === null
    },
    anonymise,
    lockDeleted,
    /** With everything that hangs on the row. */
    erase: deleteUser,
    deletedBefore: async (instant: Date, limit: number): Promise<number[]> =>
      (await findDeleted(db, instant, limit)).map(row => row.id),

    /** Names only: an address is changed by support, so that nobody loses an account to whoever sits at the screen. */
    async changeProfile(userId: number, names: Names): Promise<User> {
      const firstName = shownName(names.firstName)
      const lastName = shownName(names.lastName)
      if (firstName === null && lastName === null) throw new AppError('invalid_request', 'First name is required')
      return present(existing(await updateNames(db, userId, { firstName, lastName }, clock.now())))
    },

    settings: async (userId: number): Promise<Settings> => shown(settingsOf(existing(await findUser(db, userId)))),

    /** What the user has chosen; null for an account that is gone. */
    async choices(userId: number, within: Db | Trx = db): Promise<Settings | null> {
      const row = await findUser(within, userId)
      return row && !row.deleted_at ? settingsOf(row) : null
    },

    /** Id of the voice that the user has chosen, whether or not it is still there. */
    chosenVoice: async (trx: Trx, userId: number): Promise<string | null> => {
      const row = await findUser(trx, userId)
      return row ? settingsOf(row).voice : null
    },

    changeSettings(userId: number, change: SettingsChange): Promise<Settings> {
      if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
        throw new AppError('invalid_request', 'This is not a time zone. Choose one such as Europe/Rome.')
      if (change.voice && !isVoice(change.voice))
        throw new AppError('invalid_request', 'This voice is not offered here. Choose one of the list.')
      return db.transaction().execute(async trx => {
        const before = existing(await holdUser(trx, userId))
        const settings = changed(settingsOf(before), change)
        await updateSettings(trx, userId, settings, clock.now())
        if (settings.timeZone !== before.timezone) await zoneChanged(trx, userId, settings.timeZone)
        return shown(settings)
      })
    },

    setPassword: (trx: Trx, userId: number, hash: string) => updatePassword(trx, userId, hash, clock.now()),

    /** Gives an account to the owner of its address, verified by a provider. Returns the stored file of the removed picture. */
    takeOver: (trx: Trx, userId: number, names: Names) =>
      takeOver(
        trx,
        userId,
        { firstName: shownName(names.firstName), lastName: shownName(names.lastName) },
        clock.now(),
      ),

    /** Confirms the address if it still has that key; true when it was not confirmed before. */
    confirmEmail: (trx: Trx, userId: number, key: string) => confirmEmail(trx, userId, key, clock.now()),

    /**
     * Gives an account another address, not confirmed yet unless it is the same one written otherwise. False when another
     * account has it.
     */
    changeEmail: (trx: Trx, userId: number, email: string) => updateEmail(trx, userId, email, clock.now()),

    isConfirmed: async (trx: Trx, userId: number, key: string): Promise<boolean> => {
      const row = await findUser(trx, userId)
      return row !== undefined && row.email_key === key && row.email_verified_at !== null
    },
  }
}

export type Users = ReturnType<typeof createUsers>
