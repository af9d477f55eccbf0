import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { LlmCheckpoint } from '../../ports/summarizer.ts'

/**
 * Intermediate results of the language model, stored until the recap is written: a job that was killed resumes from
 * them.
 */
export const openLlmCheckpoint = (db: Db, recapId: number): LlmCheckpoint => ({
  async read() {
    const rows = await db.selectFrom('model_notes').select(['key', 'note']).where('recap_id', '=', recapId).execute()
    return new Map(rows.map(row => [row.key, row.note]))
  },
  async write(key, note) {
    await db
      .insertInto('model_notes')
      .values({ recap_id: recapId, key, note: JSON.stringify(note) })
      .onConflict(conflict => conflict.columns(['recap_id', 'key']).doNothing())
      .execute()
  },
})

export const deleteLlmCheckpoint = (trx: Trx, recapId: number) =>
  trx.deleteFrom('model_notes').where('recap_id', '=', recapId).execute()
