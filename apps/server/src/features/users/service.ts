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
  findDeletedUsers,
  findUser,
  findUserByEmail,
  firstUserId,
  insertUser,
  lockDeletedUser,
  lockUser,
  lockUserNoKey,
  type NewUser,
  takeOver,
  type UserRow,
  updateEmail,
  updateNames,
  updatePassword,
  updateSettings,
} from './repository.ts'
import { applySettingsChange, toSettings } from './settings.ts'

export interface UsersDeps {
  db: Db
  clock: Clock
  /** The user's plans, active one first. Passed in because subscriptions depend on users. */
  plansOf(userId: number): Promise<PlanResponse[]>
  /** Address of the admin account. If undefined, the oldest account is the admin. */
  adminEmail: string | undefined
  /** Whether the voice is available. Passed in because voices depend on users. */
  isVoice(id: string): boolean
  /** Applies a new time zone to the user's schedules in the same transaction. Passed in because schedules depend on users. */
  zoneChanged(trx: Trx, userId: number, timeZone: string): Promise<void>
}

export type { UserRow }

interface Names {
  firstName: string | null
  lastName: string | null
}

/** Cleans a name for use in lists and mails. Returns null if it has no visible character. */
function shownName(name: string | null): string | null {
  const line = plainLine(name ?? '')
  return visible.test(line) ? line : null
}

/** The last four are Hangul fillers, letters that look like spaces. */
const visible = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/u

export function createUsers({ db, clock, plansOf, adminEmail, isVoice, zoneChanged }: UsersDeps) {
  /** Replaces a chosen voice that is no longer available by the default. */
  const withAvailableVoice = (settings: Settings): Settings =>
    settings.voice === null || isVoice(settings.voice) ? settings : { ...settings, voice: null }

  /** Throws for a deleted account: a session can outlive its account for a moment. */
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
    /** Locks the user against any change until the transaction ends. */
    lock: (trx: Trx, userId: number) => lockUser(trx, userId),
    lockNoKey: (trx: Trx, userId: number) => lockUserNoKey(trx, userId),
    /** Returns undefined if the address already has an account. */
    create: (trx: Trx, user: NewUser) =>
      insertUser(trx, { ...user, firstName: shownName(user.firstName), lastName: shownName(user.lastName) }),
    present,
    profile: async (userId: number): Promise<User> => present(existing(await findUser(db, userId))),

    /** Locks the user's row, so that the account can't be deleted during the transaction. Returns false if it is deleted. */
    lockIfActive: async (trx: Trx, userId: number): Promise<boolean> => {
      const row = await lockUserNoKey(trx, userId)
      return row !== undefined && row.deleted_at === null
    },
    anonymise,
    lockDeleted: lockDeletedUser,
    /** Also deletes every row that references the user (by cascade). */
    erase: deleteUser,
    deletedBefore: async (time: Date, limit: number): Promise<number[]> =>
      (await findDeletedUsers(db, time, limit)).map(row => row.id),

    /** Changes names only. Support changes addresses, so that someone at an unlocked device can't take over an account. */
    async changeProfile(userId: number, names: Names): Promise<User> {
      const firstName = shownName(names.firstName)
      const lastName = shownName(names.lastName)
      if (firstName === null && lastName === null) throw new AppError('invalid_request', 'First name is required')
      return present(existing(await updateNames(db, userId, { firstName, lastName }, clock.now())))
    },

    settings: async (userId: number): Promise<Settings> =>
      withAvailableVoice(toSettings(existing(await findUser(db, userId)))),

    /** The settings as stored; null for a deleted account. */
    async storedSettings(userId: number, within: Db | Trx = db): Promise<Settings | null> {
      const row = await findUser(within, userId)
      return row && !row.deleted_at ? toSettings(row) : null
    },

    /** Id of the voice the user chose, even if it is no longer available. */
    chosenVoice: async (trx: Trx, userId: number): Promise<string | null> => {
      const row = await findUser(trx, userId)
      return row ? toSettings(row).voice : null
    },

    changeSettings(userId: number, change: SettingsChange): Promise<Settings> {
      if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
        throw new AppError('invalid_request', 'Unknown time zone. Choose one such as Europe/Rome.')
      if (change.voice && !isVoice(change.voice))
        throw new AppError('invalid_request', 'This voice is not available here. Choose one from the list.')
      return db.transaction().execute(async trx => {
        const before = existing(await lockUserNoKey(trx, userId))
        const settings = applySettingsChange(toSettings(before), change)
        await updateSettings(trx, userId, settings, clock.now())
        if (settings.timeZone !== before.timezone) await zoneChanged(trx, userId, settings.timeZone)
        return withAvailableVoice(settings)
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

    /** Confirms the address if it still has this key. Returns true if it was not confirmed before. */
    confirmEmail: (trx: Trx, userId: number, key: string) => confirmEmail(trx, userId, key, clock.now()),

    /**
     * Changes the address of an account. The new address is unconfirmed, unless it is only another spelling of the old one.
     * Returns false if another account has it.
     */
    changeEmail: (trx: Trx, userId: number, email: string) => updateEmail(trx, userId, email, clock.now()),

    isConfirmed: async (trx: Trx, userId: number, key: string): Promise<boolean> => {
      const row = await findUser(trx, userId)
      return row !== undefined && row.email_key === key && row.email_verified_at !== null
    },
  }
}

export type Users = ReturnType<typeof createUsers>
