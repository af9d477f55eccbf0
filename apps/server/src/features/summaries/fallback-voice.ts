import { type AudioRow, joinOrStartAudio, updateClaimedAudio } from './audios-repository.ts'
import { enqueueAudio } from './enqueue.ts'
import { dispatchFollowUps } from './follow-ups.ts'
import { publishRecapChange } from './recap-changes.ts'
import type { SpeakSummaryDeps } from './speak-summary.job.ts'
import { moveSummariesToAudio } from './summaries-repository.ts'

/**
 * Fails an audio whose voice is unavailable, and moves all its summaries to audio in the fallback voice. The failed row
 * remains for the operator; the next request for this voice tries it again.
 */
export async function switchToFallbackVoice(audio: AudioRow, deps: SpeakSummaryDeps): Promise<void> {
  const { db, clock, queue, speech } = deps
  await db.transaction().execute(async trx => {
    const now = clock.now()
    if (!(await updateClaimedAudio(trx, audio, { state: 'failed', code: 'voice_failed' }, now))) return
    const { audio: fallback, started } = await joinOrStartAudio(trx, {
      recapId: audio.recap_id,
      voice: speech.fallbackVoice,
      sentences: audio.sentences,
      maxLength: audio.max_length,
      now,
    })
    await moveSummariesToAudio(trx, audio.id, fallback.id, now)
    if (started) await enqueueAudio(trx, queue, fallback)
    else if (fallback.state === 'ready') await dispatchFollowUps(trx, { audioId: fallback.id }, 'ready', deps)
    await publishRecapChange(trx, audio.recap_id)
  })
}
