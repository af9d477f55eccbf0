import { daysToMs, keptDays } from '@recaps/domain/retention'
import { eraseLater } from '../../database/erasures.ts'
import type { Trx } from '../../jobs/queue.ts'
import { isUploadId, soundOf } from './keys.ts'
import type { RecapRow } from './recaps-repository.ts'

/** Who may want to try again need not send hundreds of megabytes again. */
const keptForRetryMs = daysToMs(keptDays.soundToRetry)

/** An uploaded sound goes when it was listened to, or never will be; where that may be tried again, a day later. */
export async function letSoundGo(
  trx: Trx,
  { video_id, transcript_id }: Pick<RecapRow, 'video_id' | 'transcript_id'>,
  { mayBeTriedAgain }: { mayBeTriedAgain: boolean },
  now: Date,
): Promise<void> {
  if (!isUploadId(video_id) || transcript_id !== null) return
  await eraseLater(trx, [soundOf(video_id)], mayBeTriedAgain ? new Date(now.getTime() + keptForRetryMs) : now)
}
