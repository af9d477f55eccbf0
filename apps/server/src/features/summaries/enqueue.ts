import { sql } from 'kysely'
import type { JobKind } from '../../jobs/define-job.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import { speakSummary } from './job-kinds.ts'

/**
 * Enqueues the next step of a recap and stores the job's id in the row. From then on only runs of that job can claim the
 * recap, so a step that is delivered twice, or postponed and repeated, takes effect once.
 */
export async function enqueueStep(
  trx: Trx,
  queue: Queue,
  kind: JobKind<{ recapId: number }>,
  recapId: number,
  afterMs = 0,
): Promise<void> {
  const turn = { ahead: await summariesAhead(trx, recapId) }
  const jobId = await queue.send(trx, kind, { recapId }, { afterMs, turn })
  await trx.updateTable('recaps').set({ job_id: jobId, job_run: 0 }).where('id', '=', recapId).execute()
}

export async function enqueueAudio(
  trx: Trx,
  queue: Queue,
  audio: { id: number; recap_id: number },
  afterMs = 0,
): Promise<void> {
  const turn = { ahead: await summariesAhead(trx, audio.recap_id) }
  const jobId = await queue.send(trx, speakSummary, { audioId: audio.id }, { afterMs, turn })
  await trx.updateTable('audios').set({ job_id: jobId, job_run: 0 }).where('id', '=', audio.id).execute()
}

/** Summaries requested only by schedules have lower priority than those users requested themselves. */
const behindUsers = 1_000
/** How many of a user's newest summaries are counted; no user has more in progress. */
const countedAtMost = 200

/**
 * How many unfinished summaries the recap's user requested before this one, so that users take turns: sixty queued
 * summaries of one user do not delay another user's first. If several users wait for the recap, the lowest number counts.
 */
async function summariesAhead(trx: Trx, recapId: number): Promise<number> {
  const { rows } = await sql<{ ahead: number | null }>`
    select min(case when mine.origin = 'schedule' then ${behindUsers}::int else 0 end + (
      select count(*) from (
        select recap_id, audio_id from summaries
        where user_id = mine.user_id and id < mine.id and deleted_at is null
        order by id desc limit ${countedAtMost}
      ) earlier
        join recaps on recaps.id = earlier.recap_id
        left join audios on audios.id = earlier.audio_id
      where recaps.state in ('queued', 'working') or audios.state = 'pending'
    ))::int as ahead
    from summaries mine
    where mine.recap_id = ${recapId} and mine.deleted_at is null and mine.cancelled_at is null`.execute(trx)
  return rows[0]?.ahead ?? 0
}
