import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

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
