import { type AudioRow, joinOrStartAudio, moveAudio } from './audios-repository.ts'
import { tellChange } from './changes.ts'
import { enqueueAudio } from './enqueue.ts'
import { moveEntries } from './repository.ts'
import { tellSettled } from './settled.ts'
import type { SpeakingDeps } from './speaking.ts'

/**
 * Fails an audio whose voice is unavailable, and moves all its summaries to audio in the fallback voice. The failed row
 * remains for the operator; the next request for this voice tries it again.
 */
export async function readByStandIn(audio: AudioRow, deps: SpeakingDeps): Promise<void> {
  const { db, clock, queue, speech } = deps
  await db.transaction().execute(async trx => {
    const now = clock.now()
    if (!(await moveAudio(trx, audio, { state: 'failed', code: 'voice_failed' }, now))) return
    const { audio: fallback, started } = await joinOrStartAudio(trx, {
      recapId: audio.recap_id,
      voice: speech.standIn,
      sentences: audio.sentences,
      maxLength: audio.max_length,
      now,
    })
    await moveEntries(trx, audio.id, fallback.id, now)
    if (started) await enqueueAudio(trx, queue, fallback)
    else if (fallback.state === 'ready') await tellSettled(trx, { audioId: fallback.id }, 'ready', deps)
    await tellChange(trx, audio.recap_id)
  })
}
