import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import { scheduleFileErasure } from '../../database/erasures.ts'
import type { Trx } from '../../jobs/queue.ts'
import { isUploadId, recordingKey } from './keys.ts'
import type { RecapRow } from './recaps-repository.ts'

/** So that a retry does not need to upload hundreds of megabytes again. */
const retentionForRetryMs = daysToMs(retentionPeriods.audioToRetry)

/**
 * Deletes an uploaded recording that is no longer needed: at once, or a day later if the summary can be retried. Does
 * nothing for videos.
 */
export async function releaseRecording(
  trx: Trx,
  { video_id, transcript_id }: Pick<RecapRow, 'video_id' | 'transcript_id'>,
  { canRetry }: { canRetry: boolean },
  now: Date,
): Promise<void> {
  if (!isUploadId(video_id) || transcript_id !== null) return
  await scheduleFileErasure(
    trx,
    [recordingKey(video_id)],
    canRetry ? new Date(now.getTime() + retentionForRetryMs) : now,
  )
}
