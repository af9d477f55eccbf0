import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Cost } from '../../ports/summarizer.ts'

export interface Block {
  kind: 'video' | 'channel'
  subject: string
}

/** Returns true if it was not blocked before. */
export async function insertBlock(trx: Trx, block: Block, reason: string | null, now: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('blocks')
    .values({ ...block, reason, created_at: now })
    .onConflict(conflict => conflict.columns(['kind', 'subject']).doNothing())
    .returning('subject')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns true if it was blocked. */
export async function deleteBlock(trx: Trx, { kind, subject }: Block): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocks')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts what an account owns, for `support show`. */
export const countAccountData = async (db: Db, userId: number) => {
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

/** How often summaries of one engine and preset were rated good and bad. */
export interface RatingCounts {
  engine: string
  preset: string
  good: number
  bad: number
}

/** Ratings since the given time, of summaries that still exist. Does not reveal who rated them. */
const ratingsSince = (db: Db, since: Date) =>
  db
    .selectFrom('ratings')
    .innerJoin('summaries', 'summaries.id', 'ratings.summary_id')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .where('ratings.rated_at', '>=', since)
    .where('summaries.deleted_at', 'is', null)

export const countRatings = (db: Db, since: Date): Promise<RatingCounts[]> =>
  ratingsSince(db, since)
    .select(({ fn }) => [
      'recaps.engine',
      'recaps.preset',
      fn.countAll<number>().filterWhere('rating', '=', 'good').as('good'),
      fn.countAll<number>().filterWhere('rating', '=', 'bad').as('bad'),
    ])
    .groupBy(['recaps.engine', 'recaps.preset'])
    .orderBy('recaps.engine')
    .orderBy('recaps.preset')
    .execute()

export interface BadRating {
  videoId: string
  engine: string
  preset: string
  hasFocus: boolean
  at: Date
}

/** The newest bad ratings. Excludes uploads, whose file names don't help an operator. */
export async function findNewestBadRatings(db: Db, since: Date, limit: number): Promise<BadRating[]> {
  const rows = await ratingsSince(db, since)
    .select(['recaps.video_id', 'recaps.engine', 'recaps.preset', 'recaps.focus', 'ratings.rated_at'])
    .where('rating', '=', 'bad')
    .where('recaps.video_id', 'not like', 'upload:%')
    .orderBy('ratings.rated_at', 'desc')
    .orderBy('summaries.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ video_id: videoId, focus, rated_at: at, ...row }) => ({
    ...row,
    videoId,
    hasFocus: focus !== null,
    at,
  }))
}

/** A text that was requested from a language model, even if the built-in engine wrote it in the end. */
export interface ModelText {
  videoId: string
  engine: string
  at: Date
  cost: Cost
}

/** Texts since the given time, newest first. */
export async function findModelTexts(db: Db, since: Date): Promise<ModelText[]> {
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
