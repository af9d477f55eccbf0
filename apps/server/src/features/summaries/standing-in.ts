import { type AudioRow, joinOrStartAudio, moveAudio } from './audios-repository.ts'
import { tellChange } from './changes.ts'
import { enqueueAudio } from './enqueue.ts'
import { moveEntries } from './repository.ts'
import { tellSettled } from './settled.ts'
import type { SpeakingDeps } from './speaking.ts'

/**
 * Ends an audio whose voice cannot speak: everybody who waits for it gets the one that the stand-in reads from beginning to end, shared with
 * those who have chosen that voice. The row stays as failed, for the operator; who asks for this voice next has it tried again.
 */
export async function readByStandIn(audio: AudioRow, deps: SpeakingDeps): Promise<void> {
  const { db, clock, queue, speech } = deps
  await db.transaction().execute(async trx => {
    const now = clock.now()
    if (!(await moveAudio(trx, audio, { state: 'failed', code: 'voice_failed' }, now))) return
    const { audio: instead, started } = await joinOrStartAudio(trx, {
      recapId: audio.recap_id,
      voice: speech.standIn,
      sentences: audio.sentences,
      maxLength: audio.max_length,
      now,
    })
    await moveEntries(trx, audio.id, instead.id, now)
    if (started) await enqueueAudio(trx, queue, instead)
    else if (instead.state === 'ready') await tellSettled(trx, { audioId: instead.id }, 'ready', deps)
    await tellChange(trx, audio.recap_id)
  })
}
