import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { AudiosTable } from '../../database/schema.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'
import type { OfferedVoice } from '../../ports/speech.ts'

export type AudioRow = Selectable<AudiosTable>

/**
 * The audio of a recap in one voice, cut to this many sentences; `started` when nobody asked for it before, or when it failed then: a
 * service that could not speak may have come back.
 */
export async function joinOrStartAudio(
  trx: Trx,
  audio: { recapId: number; voice: OfferedVoice; sentences: number; maxLength: number; now: Date },
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
    // Held, so that who gives its entries to another sound sees those that join now.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { audio: known, started: known.state === 'failed' && (await reviveAudio(trx, known.id, audio.now)) }
}

/** As with recaps: the run of the job that the audio waits for takes hold of it, and loses it to a later run. */
export type HeldAudio = Pick<AudioRow, 'id' | 'job_id' | 'job_run'>

export const takeHoldOfAudio = (
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

/** Moves an audio that is being made and still held; undefined when it is not any more. */
export const moveAudio = (
  db: Db | Trx,
  held: HeldAudio,
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
    .where('id', '=', held.id)
    .where('state', '=', 'pending')
    .where('job_id', '=', held.job_id)
    .where('job_run', '=', held.job_run)
    .returningAll()
    .executeTakeFirst()

/** Lets audio be made again that failed, or that was `ready` and is lost; false when somebody else did that already. */
export const reviveAudio = async (
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

/** The audio of this recap whose file has this name, whatever folder it lies in. */
export const findAudioByFile = (db: Db, recapId: number, file: string): Promise<AudioRow | undefined> =>
  db
    .selectFrom('audios')
    .selectAll()
    .where('recap_id', '=', recapId)
    .where('mp3_key', 'like', `%/${file.replace(/[\\%_]/g, '\\$&')}`)
    .executeTakeFirst()
