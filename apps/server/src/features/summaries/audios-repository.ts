import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { AudiosTable } from '../../database/schema.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'
import type { AvailableVoice } from '../../ports/speech.ts'

export type AudioRow = Selectable<AudiosTable>

/**
 * Finds or creates the audio of a recap in one voice, cut to this many sentences. `started` is true if it was created, or
 * if it had failed and is tried again: the speech service may have recovered.
 */
export async function joinOrStartAudio(
  trx: Trx,
  audio: { recapId: number; voice: AvailableVoice; sentences: number; maxLength: number; now: Date },
): Promise<{ audio: AudioRow; started: boolean }> {
  const started = await trx
    .insertInto('audios')
    .values({
      recap_id: audio.recapId,
      voice: audio.voice.key,
      reader: audio.voice.name,
      sentences: audio.sentences,
      max_length: audio.maxLength,
      state: 'pending',
      created_at: audio.now,
      updated_at: audio.now,
    })
    .onConflict(conflict => conflict.columns(['recap_id', 'voice', 'sentences']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (started) return { audio: started, started: true }
  const known = await trx
    .selectFrom('audios')
    .selectAll()
    .where('recap_id', '=', audio.recapId)
    .where('voice', '=', audio.voice.key)
    .where('sentences', '=', audio.sentences)
    // Locked, so that a concurrent switch to the fallback voice also moves the summary that joins now.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { audio: known, started: known.state === 'failed' && (await resetAudio(trx, known.id, audio.now)) }
}

/** An audio claimed by a run of its job, as with recaps. A later run of the same job takes the claim over. */
export type ClaimedAudio = Pick<AudioRow, 'id' | 'job_id' | 'job_run'>

export const claimAudio = (
  db: Db | Trx,
  id: number,
  run: Pick<JobRun, 'id' | 'restarts'>,
  now: Date,
): Promise<AudioRow | undefined> =>
  db
    .updateTable('audios')
    .set({ job_run: run.restarts, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('job_id', '=', run.id)
    .where('job_run', '<=', run.restarts)
    .returningAll()
    .executeTakeFirst()

/** Updates a pending audio if the run still has the claim; otherwise changes nothing and returns undefined. */
export const updateClaimedAudio = (
  db: Db | Trx,
  claimed: ClaimedAudio,
  change: Partial<
    Pick<
      AudioRow,
      | 'state'
      | 'done'
      | 'total'
      | 'attempts'
      | 'code'
      | 'mp3_key'
      | 'timings_key'
      | 'duration_ms'
      | 'bytes'
      | 'loudness'
      | 'cpu_ms'
    >
  >,
  now: Date,
): Promise<AudioRow | undefined> =>
  db
    .updateTable('audios')
    .set({ ...change, updated_at: now })
    .where('id', '=', claimed.id)
    .where('state', '=', 'pending')
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .returningAll()
    .executeTakeFirst()

/** Resets audio that failed, or whose files are lost, to pending. Returns false if another request did that already. */
export const resetAudio = async (
  trx: Trx,
  id: number,
  now: Date,
  from: 'failed' | 'ready' = 'failed',
): Promise<boolean> => {
  const revived = await trx
    .updateTable('audios')
    .set({ state: 'pending', attempts: 0, code: null, done: null, total: null, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return revived !== undefined
}

export const findAudio = (db: Db | Trx, id: number): Promise<AudioRow | undefined> =>
  db.selectFrom('audios').selectAll().where('id', '=', id).executeTakeFirst()

/** The audio of this recap with this file name, in any folder. */
export const findAudioByFile = (db: Db, recapId: number, file: string): Promise<AudioRow | undefined> =>
  db
    .selectFrom('audios')
    .selectAll()
    .where('recap_id', '=', recapId)
    .where('mp3_key', 'like', `%/${file.replace(/[\\%_]/g, '\\$&')}`)
    .executeTakeFirst()
