import type { PushPlatform, Topic } from '@recaps/contract/notifications'
import { idleSessionCutoff } from '@recaps/domain/retention'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { DevicesTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type DeviceRow = Selectable<DevicesTable>

export interface NewDevice {
  userId: number
  sessionId: number
  platform: PushPlatform
  tokenHash: string
  tokenSealed: string
  topics: Topic[]
  now: Date
}

/** Whether the session exists. If so, locks it until the transaction ends, so that it cannot be deleted. */
export const lockSession = async (trx: Trx, sessionId: number): Promise<boolean> =>
  (await trx.selectFrom('sessions').select('id').where('id', '=', sessionId).forKeyShare().executeTakeFirst()) !==
  undefined

/** Each device has one row. A browser that changes hands moves to its new user, with the default topics. */
export const upsertDevice = (trx: Trx, device: NewDevice): Promise<DeviceRow> =>
  trx
    .insertInto('devices')
    .values({
      user_id: device.userId,
      session_id: device.sessionId,
      platform: device.platform,
      token_hash: device.tokenHash,
      token_sealed: device.tokenSealed,
      topics: device.topics,
      created_at: device.now,
      seen_at: device.now,
    })
    .onConflict(conflict =>
      conflict.column('token_hash').doUpdateSet(eb => ({
        user_id: device.userId,
        session_id: device.sessionId,
        platform: device.platform,
        token_sealed: device.tokenSealed,
        topics: eb
          .case()
          .when('devices.user_id', '=', device.userId)
          .then(eb.ref('devices.topics'))
          .else(eb.ref('excluded.topics'))
          .end(),
        seen_at: device.now,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes all devices of a user except for the `keep` that were used last. */
export const deleteOldestDevices = (trx: Trx, userId: number, keep: number) =>
  trx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('id', 'in', eb =>
      eb.selectFrom('devices').select('id').where('user_id', '=', userId).orderBy('seen_at', 'desc').offset(keep),
    )
    .execute()

/** Undefined if the user has no such device. */
export const updateDeviceTopics = (
  trx: Trx,
  userId: number,
  tokenHash: string,
  topics: (now: Topic[]) => Topic[],
): Promise<DeviceRow | undefined> =>
  trx
    .selectFrom('devices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
    .then(row =>
      row
        ? trx
            .updateTable('devices')
            .set({ topics: topics(row.topics) })
            .where('id', '=', row.id)
            .returningAll()
            .executeTakeFirst()
        : undefined,
    )

/** Devices whose session has not expired at `now`, even if housekeeping has not deleted the others yet. */
const activeDevices = (db: Db | Trx, now: Date) =>
  db
    .selectFrom('devices')
    .innerJoin('sessions', 'sessions.id', 'devices.session_id')
    .where('sessions.expires_at', '>=', now)
    .where('sessions.seen_at', '>=', idleSessionCutoff(now))

export const listDevicesForTopic = (trx: Trx, userId: number, topic: Topic, now: Date) =>
  activeDevices(trx, now)
    .select('devices.id')
    .where('devices.user_id', '=', userId)
    .where(sql<boolean>`${topic} = any(topics)`)
    .orderBy('devices.id')
    .execute()

export const findDevice = (db: Db, id: number, now: Date): Promise<DeviceRow | undefined> =>
  activeDevices(db, now).selectAll('devices').where('devices.id', '=', id).executeTakeFirst()

export const listDevices = (db: Db, userId: number, now: Date): Promise<DeviceRow[]> =>
  activeDevices(db, now).selectAll('devices').where('devices.user_id', '=', userId).orderBy('devices.id').execute()

export const deleteDevice = (db: Db, userId: number, tokenHash: string) =>
  db.deleteFrom('devices').where('user_id', '=', userId).where('token_hash', '=', tokenHash).execute()

export const deleteUserDevices = (trx: Trx, userId: number) =>
  trx.deleteFrom('devices').where('user_id', '=', userId).execute()
