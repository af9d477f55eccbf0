import type { JobKind } from '../../jobs/define-job.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import { speakSummary } from './job-kinds.ts'

/**
 * Enqueues the next step of a recap and writes the job into the row: from now on runs of any other job find that they
 * are not meant, so a step that is delivered twice, or that was put off and repeated, happens once.
 */
export async function enqueueStep(
  trx: Trx,
  queue: Queue,
  kind: JobKind<{ recapId: number }>,
  recapId: number,
  afterMs = 0,
): Promise<void> {
  const jobId = await queue.send(trx, kind, { recapId }, { afterMs })
  await trx.updateTable('recaps').set({ job_id: jobId, job_run: 0 }).where('id', '=', recapId).execute()
}

export async function enqueueAudio(trx: Trx, queue: Queue, audioId: number, afterMs = 0): Promise<void> {
  const jobId = await queue.send(trx, speakSummary, { audioId }, { afterMs })
  await trx.updateTable('audios').set({ job_id: jobId, job_run: 0 }).where('id', '=', audioId).execute()
}
