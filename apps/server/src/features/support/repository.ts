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

/** How often summaries of a form were found good, and how often not. */
export interface RatedForm {
  engine: string
  preset: string
  good: number
  bad: number
}

/** What was said since then of summaries that their owners still have. Not who said it: that is nobody's business here. */
const said = (db: Db, since: Date) =>
  db
    .selectFrom('ratings')
    .innerJoin('summaries', 'summaries.id', 'ratings.summary_id')
    .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
    .where('ratings.rated_at', '>=', since)
    .where('summaries.deleted_at', 'is', null)

export const ratedForms = (db: Db, since: Date): Promise<RatedForm[]> =>
  said(db, since)
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

export interface NotGood {
  videoId: string
  engine: string
  preset: string
  hasFocus: boolean
  at: Date
}

/** The newest that were not good, without files of one's own, whose names tell an operator nothing. */
export async function newestNotGood(db: Db, since: Date, limit: number): Promise<NotGood[]> {
  const rows = await said(db, since)
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
