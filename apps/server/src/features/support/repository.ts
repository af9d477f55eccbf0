import type { Rating } from '@recaps/contract/summaries'
import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Cost } from '../../ports/summarizer.ts'

export interface Block {
  kind: 'video' | 'channel'
  subject: string
}

/** True when it was not blocked before. */
export async function insertBlock(trx: Trx, block: Block, reason: string | null, now: Date): Promise<boolean> {
  const made = await trx
    .insertInto('blocks')
    .values({ ...block, reason, created_at: now })
    .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return made !== undefined
}

/** True when it was blocked before. */
export async function deleteBlock(trx: Trx, { kind, subject }: Block): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocks')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How much there is of an account, for `support show`. */
export const countOwned = async (db: Db, userId: number) => {
  const { summaries, sessions } = await db
    .selectNoFrom(eb => [
      eb
        .selectFrom('summaries')
        .select(eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .as('summaries'),
      eb
        .selectFrom('sessions')
        .select(eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .as('sessions'),
    ])
    .executeTakeFirstOrThrow()
  return { summaries: summaries ?? 0, sessions: sessions ?? 0 }
}

export interface RatedSummary {
  videoId: string
  engine: string
  preset: string
  hasFocus: boolean
  rating: Rating
  at: Date
}

/** What was said of summaries in a time, the newest first. Not who said it: that is nobody's business here. */
export async function ratedSummaries(db: Db, since: Date): Promise<RatedSummary[]> {
  const rows = await db
    .selectFrom('ratings')
    .innerJoin('summaries', 'summaries.id', 'ratings.summary_id')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .select(['recaps.video_id', 'recaps.engine', 'recaps.preset', 'recaps.focus', 'ratings.rating', 'ratings.rated_at'])
    .where('ratings.rated_at', '>=', since)
    .orderBy('ratings.rated_at', 'desc')
    .orderBy('summaries.id', 'desc')
    .execute()
  return rows.map(row => ({
    videoId: row.video_id,
    engine: row.engine,
    preset: row.preset,
    hasFocus: row.focus !== null,
    rating: row.rating,
    at: row.rated_at,
  }))
}

/** A text that a language model wrote, or was asked to write. */
export interface ModelText {
  videoId: string
  engine: string
  at: Date
  cost: Cost
}

/** Those of a time, the newest first. */
export async function textsOfModels(db: Db, since: Date): Promise<ModelText[]> {
  const rows = await db
    .selectFrom('recaps')
    .select(['video_id', 'engine', 'readable_at', 'cost'])
    .where('state', '=', 'readable')
    .where('cost', 'is not', null)
    .where('readable_at', '>=', since)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({ videoId: row.video_id, engine: row.engine, at: row.readable_at!, cost: row.cost! }))
}
