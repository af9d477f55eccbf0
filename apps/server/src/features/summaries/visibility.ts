import { popularFromUsers } from '@recaps/domain/popularity'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import { handleOf } from './handles.ts'
import { type EntryRow, entryRows, findEntriesOn, findEntry, isReadable, shownOfRecap } from './repository.ts'

/**
 * Who may see a summary, all of it here:
 * - its owner always, by the id of the entry;
 * - whoever has its share token, until it is revoked, deleted or blocked, and never one of an uploaded file;
 * - a signed-in user, when it is popular: made of a public video that nobody blocked and that enough confirmed users have, and
 *   bent to nobody's wish.
 * Everybody else finds nothing, and cannot tell that from what never was.
 */

/** Its owner's: live, in whatever state it is. */
export const findOwn = findEntry

const isNotBlocked = sql<boolean>`not exists (
  select from blocks where (kind, subject) in (('video', videos.video_id), ('channel', videos.channel_id)))`

/** Whether who made the video, or its channel, had it taken out; false for one that nobody has met yet. */
export const isBlockedVideo = async (db: Db | Trx, videoId: string): Promise<boolean> =>
  (await db
    .selectFrom('videos')
    .select('video_id')
    .where('video_id', '=', videoId)
    .where(({ not }) => not(isNotBlocked))
    .executeTakeFirst()) !== undefined

/** A video that its owner shows to everybody and that was not blocked; uploaded files are never one. */
const isOpenVideo = sql<boolean>`(videos.owner_id is null and videos.is_public and ${isNotBlocked})`

/** At most one live summary of a user is on a recap, so summaries are users. Accounts are free, so only confirmed users count. */
const isKnownToMany = sql<boolean>`${popularFromUsers} <= (select count(*) from (
  select from summaries join users on users.id = summaries.user_id
  where summaries.recap_id = recaps.id and summaries.deleted_at is null and summaries.cancelled_at is null
    and users.shows_in_popular and users.email_verified_at is not null
  limit ${popularFromUsers}) as known)`

/** Of a recap joined with its video: whether users may be told that it exists. */
export const isPopular = sql<boolean>`(recaps.state = 'readable' and recaps.focus is null and ${isOpenVideo} and ${isKnownToMany})`

/** The entry behind a share token, as its owner has it. */
export const findShared = (db: Db, tokenHash: string): Promise<EntryRow | undefined> =>
  entryRows(db)
    .where('summaries.share_hash', '=', tokenHash)
    .where('summaries.deleted_at', 'is', null)
    .where('summaries.cancelled_at', 'is', null)
    .where('recaps.state', '=', 'readable')
    .where('videos.owner_id', 'is', null)
    .where(isNotBlocked)
    .executeTakeFirst()

/** Why the owner of an entry cannot share it; null when they can. */
export async function refuseShare(db: Db | Trx, row: EntryRow): Promise<string | null> {
  if (!isReadable(row)) return 'It can be shared as soon as it can be read.'
  if (row.owner_id !== null) return 'A summary of your own file is private and cannot be shared.'
  return (await isBlockedVideo(db, row.video_id))
    ? 'The maker of this video asked us not to share summaries of it.'
    : null
}

/** These recaps as a reader of the popular list meets them; those that are none, or none any more, are left out. */
export async function findPopular(db: Db | Trx, recapIds: readonly number[]): Promise<EntryRow[]> {
  if (recapIds.length === 0) return []
  const rows = await db
    .selectFrom('recaps')
    .innerJoin('videos', 'videos.video_id', 'recaps.video_id')
    .leftJoin('transcripts', 'transcripts.id', 'recaps.transcript_id')
    .leftJoinLateral(
      // The longest version that is spoken, so that what is read is what is heard.
      eb =>
        eb
          .selectFrom('audios')
          .selectAll('audios')
          .whereRef('audios.recap_id', '=', 'recaps.id')
          .where('audios.state', '=', 'ready')
          .orderBy('audios.sentences', 'desc')
          .orderBy('audios.id')
          .limit(1)
          .as('audios'),
      join => join.onTrue(),
    )
    .select([
      'recaps.id as recap_id',
      'recaps.video_id',
      'recaps.preset',
      'recaps.created_at',
      'recaps.readable_at',
      'recaps.view_count as views',
      'audios.id as audio_id',
      'audios.state as audio_state',
      'audios.max_length',
      ...shownOfRecap,
    ])
    .where('recaps.id', 'in', recapIds)
    .where(isPopular)
    .execute()
  return rows.map(({ readable_at, ...row }) =>
    asSeenByOthers({
      ...row,
      ...nobodys,
      id: handleOf(row.recap_id),
      created_at: readable_at ?? row.created_at,
      max_length: row.max_length ?? defaultMaxLength,
    }),
  )
}

/** Whether the user may learn that this recap exists: they have a summary on it, or it is popular. */
export const isKnownTo = async (db: Db, userId: number, recapId: number): Promise<boolean> =>
  (await findEntriesOn(db, userId, [recapId])).length > 0 || (await findPopular(db, [recapId])).length > 0

export const defaultMaxLength = 10_000

/** What only an entry has: a recap that is met by itself has no owner who did anything to it. */
const nobodys = {
  stage: null,
  done: null,
  total: null,
  code: null,
  retry_at: null,
  audio_done: null,
  audio_total: null,
  audio_code: null,
  cancelled_at: null,
  deleted_at: null,
  opened_at: null,
  share_seed: null,
  share_hash: null,
  state: 'ready',
  refundable: false,
} as const

/** Without anything that its owner is or did: who, what they wanted to know and thought of it, how far they read, when they last looked, how they came to it. */
export function asSeenByOthers(
  row: Omit<EntryRow, 'user_id' | 'origin' | 'read_position' | 'listened_ms' | 'rating' | 'updated_at'>,
): EntryRow {
  return {
    ...row,
    id: handleOf(row.recap_id),
    user_id: 0,
    focus: null,
    origin: 'request',
    read_position: null,
    listened_ms: null,
    rating: null,
    updated_at: row.created_at,
  }
}
