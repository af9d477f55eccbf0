import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/** The user's summaries whose recaps are in progress, ordered by recap id: recaps are always locked in this order. */
export const findSummariesInProgress = (trx: Trx, userId: number) =>
  trx
    .selectFrom('summaries')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .select(['summaries.id', 'summaries.recap_id'])
    .where('summaries.user_id', '=', userId)
    .where('summaries.deleted_at', 'is', null)
    .where('summaries.cancelled_at', 'is', null)
    .where('recaps.state', 'in', ['queued', 'working', 'deferred'])
    .orderBy('recaps.id')
    .execute()

export const softDeleteUserSummaries = (trx: Trx, userId: number, now: Date) =>
  trx
    .updateTable('summaries')
    .set({ deleted_at: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()

export const deleteUserRatings = (trx: Trx, userId: number) =>
  trx
    .deleteFrom('ratings')
    .where('summary_id', 'in', trx.selectFrom('summaries').select('id').where('user_id', '=', userId))
    .execute()

/** Stored files of all uploads of a user: transcripts, audio, timings. */
export async function findUploadFiles(db: Db | Trx, userId: number): Promise<string[]> {
  const transcripts = await db
    .selectFrom('transcripts')
    .innerJoin('videos', 'videos.video_id', 'transcripts.video_id')
    .select('transcripts.storage_key')
    .where('videos.owner_id', '=', userId)
    .execute()
  const audios = await db
    .selectFrom('audios')
    .innerJoin('recaps', 'recaps.id', 'audios.recap_id')
    .innerJoin('videos', 'videos.video_id', 'recaps.video_id')
    .select(['audios.mp3_key', 'audios.timings_key'])
    .where('videos.owner_id', '=', userId)
    .execute()
  return [...transcripts.map(row => row.storage_key), ...audios.flatMap(row => [row.mp3_key, row.timings_key])].filter(
    name => name !== null,
  )
}

/**
 * Deletes the user's summaries, and the recaps and videos of their uploads, which are private. Recaps of public videos
 * are shared and stay.
 */
export async function eraseUserSummaries(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('summaries').where('user_id', '=', userId).execute()
  const uploads = trx.selectFrom('videos').select('video_id').where('owner_id', '=', userId)
  await trx.deleteFrom('recaps').where('video_id', 'in', uploads).execute()
  await trx.deleteFrom('videos').where('owner_id', '=', userId).execute()
}
