import type { VideoChannel } from '@recaps/contract/youtube'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { SchedulesTable } from '../../database/schema.ts'
import type { Trx } from '../../jobs/queue.ts'

export type ScheduleRow = Selectable<SchedulesTable>

/** Serializes a user's changes: of two parallel ones, the second sees the result of the first. */
export const lockOwner = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select('timezone')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findOwner = (db: Db, userId: number) =>
  db.selectFrom('users').select('timezone').where('id', '=', userId).executeTakeFirst()

export const listSchedules = (db: Db | Trx, userId: number): Promise<ScheduleRow[]> =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Undefined for a missing, a deleted or another user's schedule. */
export const findSchedule = (db: Db | Trx, userId: number, id: number): Promise<ScheduleRow | undefined> =>
  db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Includes deleted schedules that are not erased yet. */
export const findScheduleById = (db: Db | Trx, id: number): Promise<ScheduleRow | undefined> =>
  db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst()

/** Users who follow a channel, in the order of their ids, with the channel's title in their schedule. */
export const listFollowers = (db: Db, channelId: string, after: number, limit: number) =>
  db
    .selectFrom('schedule_channels')
    .innerJoin('schedules', 'schedules.id', 'schedule_channels.schedule_id')
    .innerJoin('users', 'users.id', 'schedules.user_id')
    .select(['schedules.user_id', 'schedule_channels.title', 'users.email_verified_at'])
    .where('schedule_channels.channel_id', '=', channelId)
    .where('schedules.deleted_at', 'is', null)
    .where('schedules.user_id', '>', after)
    .orderBy('schedules.user_id')
    .limit(limit)
    .execute()

export const insertSchedule = (trx: Trx, row: Insertable<SchedulesTable>): Promise<ScheduleRow> =>
  trx.insertInto('schedules').values(row).returningAll().executeTakeFirstOrThrow()

export const updateSchedule = (
  trx: Trx,
  row: Pick<ScheduleRow, 'id' | 'user_id'>,
  change: Updateable<SchedulesTable>,
): Promise<ScheduleRow> =>
  trx
    .updateTable('schedules')
    .set(change)
    .where('id', '=', row.id)
    .where('user_id', '=', row.user_id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function findChannels(db: Db | Trx, scheduleIds: readonly number[]): Promise<Map<number, VideoChannel[]>> {
  if (scheduleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('schedule_channels')
    .select(['schedule_id', 'channel_id', 'title', 'description', 'thumbnails'])
    .where('schedule_id', 'in', scheduleIds)
    .orderBy('position')
    .execute()
  const found = new Map<number, VideoChannel[]>(scheduleIds.map(id => [id, []]))
  for (const { schedule_id, channel_id, ...texts } of rows) found.get(schedule_id)?.push({ id: channel_id, ...texts })
  return found
}

/**
 * Replaces the channels of a schedule. Channels that stay, and those restored from `removed`, keep the time since which they are
 * followed. Returns the removed channels with that time.
 */
export async function replaceChannels(
  trx: Trx,
  scheduleId: number,
  channels: readonly VideoChannel[],
  now: Date,
  removed: Record<string, string> = {},
): Promise<Record<string, string>> {
  const ids = channels.map(({ id }) => id)
  const deleted = await trx
    .deleteFrom('schedule_channels')
    .where('schedule_id', '=', scheduleId)
    .where('channel_id', 'not in', ids)
    .returning(['channel_id', 'added_at'])
    .execute()
  await trx
    .insertInto('schedule_channels')
    .values(
      channels.map(({ id, title, description, thumbnails }, position) => ({
        schedule_id: scheduleId,
        channel_id: id,
        position,
        title,
        description,
        thumbnails: JSON.stringify(thumbnails),
        added_at: removed[id] ? new Date(removed[id]) : now,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['schedule_id', 'channel_id']).doUpdateSet(eb => ({
        position: eb.ref('excluded.position'),
        title: eb.ref('excluded.title'),
        description: eb.ref('excluded.description'),
        thumbnails: eb.ref('excluded.thumbnails'),
      })),
    )
    .execute()
  return Object.fromEntries(deleted.map(({ channel_id, added_at }) => [channel_id, added_at.toISOString()]))
}

export const deleteUserSchedules = (trx: Trx, userId: number) =>
  trx.deleteFrom('schedules').where('user_id', '=', userId).execute()
