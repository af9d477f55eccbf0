import { minUsersForPopular } from '@recaps/domain/popularity'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import { toPublicId } from './public-ids.ts'
import {
  findSummariesOfRecaps,
  findSummary,
  isReadable,
  recapColumns,
  type SummaryRow,
  selectSummaries,
} from './summaries-repository.ts'

/**
 * All rules about who may read a summary:
 * - its owner, always, by the id of the summary;
 * - holders of its share token, until sharing is revoked or the summary is deleted or blocked; never for uploaded files;
 * - signed-in users, if the recap is popular: it is of a public video that is not blocked, enough confirmed users have it,
 *   and it was generated without a custom focus.
 * Anyone else gets the same `not_found` as for a summary that never existed.
 */

export const findOwnSummary = findSummary

const isNotBlocked = sql<boolean>`not exists (
  select from blocks where (kind, subject) in (('video', videos.video_id), ('channel', videos.channel_id)))`

/** Whether the video or its channel was blocked at the creator's request. False for a video that is not known yet. */
export const isBlockedVideo = async (db: Db | Trx, videoId: string): Promise<boolean> =>
  (await db
    .selectFrom('videos')
    .select('video_id')
    .where('video_id', '=', videoId)
    .where(({ not }) => not(isNotBlocked))
    .executeTakeFirst()) !== undefined

/** A public video that is not blocked. Never true for uploaded files. */
const isOpenVideo = sql<boolean>`(videos.owner_id is null and videos.is_public and ${isNotBlocked})`

/**
 * A user has at most one live summary of a recap, so counting summaries counts users. Only confirmed users count,
 * because accounts are free.
 */
const isKnownToMany = sql<boolean>`${minUsersForPopular} <= (select count(*) from (
  select from summaries join users on users.id = summaries.user_id
  where summaries.recap_id = recaps.id and summaries.deleted_at is null and summaries.cancelled_at is null
    and users.shows_in_popular and users.email_verified_at is not null
  limit ${minUsersForPopular}) as known)`

/** Condition on a recap joined with its video: whether any user may know that it exists. */
export const isPopular = sql<boolean>`(recaps.state = 'readable' and recaps.focus is null and ${isOpenVideo} and ${isKnownToMany})`

/** The summary behind a share token, with the owner's data. */
export const findSharedSummary = (db: Db, tokenHash: string): Promise<SummaryRow | undefined> =>
  selectSummaries(db)
    .where('summaries.share_hash', '=', tokenHash)
    .where('summaries.deleted_at', 'is', null)
    .where('summaries.cancelled_at', 'is', null)
    .where('recaps.state', '=', 'readable')
    .where('videos.owner_id', 'is', null)
    .where(isNotBlocked)
    .executeTakeFirst()

/** Why the owner cannot share the summary; null if they can. */
export async function reasonNotShareable(db: Db | Trx, row: SummaryRow): Promise<string | null> {
  if (!isReadable(row)) return 'You can share this summary once it is ready.'
  if (row.owner_id !== null) return 'A summary of your own file is private and can’t be shared.'
  return (await isBlockedVideo(db, row.video_id))
    ? 'The creator of this video asked us not to share summaries of it.'
    : null
}

/** The popular ones among these recaps, as rows without owner data. */
export async function findPopularRecaps(db: Db | Trx, recapIds: readonly number[]): Promise<SummaryRow[]> {
  if (recapIds.length === 0) return []
  const rows = await db
    .selectFrom('recaps')
    .innerJoin('videos', 'videos.video_id', 'recaps.video_id')
    .leftJoin('transcripts', 'transcripts.id', 'recaps.transcript_id')
    .leftJoinLateral(
      // The longest version with audio, so that the text matches the audio.
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
      ...recapColumns,
    ])
    .where('recaps.id', 'in', recapIds)
    .where(isPopular)
    .execute()
  return rows.map(({ readable_at, ...row }) =>
    withoutOwnerData({
      ...row,
      ...withoutOwner,
      id: toPublicId(row.recap_id),
      created_at: readable_at ?? row.created_at,
      max_length: row.max_length ?? defaultMaxLength,
    }),
  )
}

/** Whether the user may learn that this recap exists: they have a summary on it, or it is popular. */
export const mayKnowRecap = async (db: Db, userId: number, recapId: number): Promise<boolean> =>
  (await findSummariesOfRecaps(db, userId, [recapId])).length > 0 || (await findPopularRecaps(db, [recapId])).length > 0

export const defaultMaxLength = 10_000

/** Values of the owner's columns for a recap that is read without a summary. */
const withoutOwner = {
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

/** Removes everything personal to the owner: identity, focus, rating, reading and playback position, origin and times. */
export function withoutOwnerData(
  row: Omit<SummaryRow, 'user_id' | 'origin' | 'read_position' | 'listened_ms' | 'rating' | 'updated_at'>,
): SummaryRow {
  return {
    ...row,
    id: toPublicId(row.recap_id),
    user_id: 0,
    focus: null,
    origin: 'request',
    read_position: null,
    listened_ms: null,
    rating: null,
    updated_at: row.created_at,
  }
}
