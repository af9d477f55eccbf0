import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer, usualDatabases } from '../../../test/start-server.ts'
import { untilState, youtube } from '../../../test/wait-for.ts'
import { type ClaimedAudio, claimAudio, resetAudio, updateClaimedAudio } from './audios-repository.ts'
import { type ClaimedRecap, cancelRecap, claimRecap, ensureVideo, updateClaimedRecap } from './recaps-repository.ts'
import { insertSummary, updateSummary } from './summaries-repository.ts'

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`claims on recaps, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const now = new Date()

    /** A recap that waits for a job that is not in the queue, so that only the test can claim it. */
    async function waitingRecap(): Promise<{ id: number; jobId: string }> {
      const jobId = randomUUID()
      const { id } = await test.server.services.database.db
        .insertInto('recaps')
        .values({
          request_key: jobId,
          video_id: 'Sli7FA6EbqI',
          engine: 'none',
          preset: 'standard',
          state: 'queued',
          stage: 'queued',
          job_id: jobId,
          step_times: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, jobId }
    }
    const db = () => test.server.services.database.db
    const claim = (id: number, jobId: string, restarts: number) =>
      claimRecap(db(), id, { id: jobId, restarts }, 'captions', now)
    const update = (claimed: ClaimedRecap | undefined) => updateClaimedRecap(db(), claimed!, { done: 1 }, now)

    it('only the latest run of a job can update its recap', async () => {
      const { id, jobId } = await waitingRecap()
      const first = await claim(id, jobId, 0)
      expect(await update(first)).toMatchObject({ id, done: 1 })
      const second = await claim(id, jobId, 1)
      expect(await update(first)).toBeUndefined()
      expect(await claim(id, jobId, 0)).toBeUndefined()
      expect(await update(second)).toMatchObject({ id })
    })

    it('rejects claims on a recap, and updates to it, by a job it does not wait for', async () => {
      const { id, jobId } = await waitingRecap()
      expect(await claim(id, randomUUID(), 5)).toBeUndefined()
      const claimed = await claim(id, jobId, 0)
      expect(await update({ ...claimed!, job_id: randomUUID() })).toBeUndefined()
    })

    it('does not let the claiming run revive a cancelled recap', async () => {
      const { id, jobId } = await waitingRecap()
      const claimed = await claim(id, jobId, 0)
      await db()
        .transaction()
        .execute(trx => cancelRecap(trx, id, now))
      expect(await update(claimed)).toBeUndefined()
      expect(await claim(id, jobId, 1)).toBeUndefined()
    })

    it('only the latest run can finish pending audio, and finished audio cannot be claimed', async () => {
      const { client } = await test.newUser()
      const { id } = await client.summaries.request({ body: { urlOrId: 'vIafLRfE1cI', type: youtube } })
      await untilState(client, id, 'ready')
      const jobId = randomUUID()
      const audio = await db()
        .updateTable('audios')
        .set({ state: 'pending', job_id: jobId, job_run: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const claimForRun = (restarts: number) => claimAudio(db(), audio.id, { id: jobId, restarts }, now)
      const finish = (claimed: ClaimedAudio | undefined) => updateClaimedAudio(db(), claimed!, { state: 'ready' }, now)
      const first = await claimForRun(0)
      const second = await claimForRun(1)
      expect(await finish(first)).toBeUndefined()
      expect(await finish(second)).toMatchObject({ state: 'ready' })
      expect(await finish(second)).toBeUndefined()
      expect(await claimForRun(2)).toBeUndefined()
    })

    it('revives failed audio once for two concurrent retries', async () => {
      const { id: recapId } = await waitingRecap()
      const { id } = await db()
        .insertInto('audios')
        .values({ recap_id: recapId, voice: 'none', sentences: 3, max_length: 1000, state: 'failed' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const revive = () =>
        db()
          .transaction()
          .execute(trx => resetAudio(trx, id, now))
      expect((await Promise.all([revive(), revive()])).toSorted()).toEqual([false, true])
    })

    it('allows one live summary of a recap per user', async () => {
      const [{ id: recapId }, { id: userId }] = [await waitingRecap(), await test.newUser()]
      const insert = () =>
        db()
          .transaction()
          .execute(trx =>
            insertSummary(trx, {
              userId,
              recapId,
              videoId: 'Sli7FA6EbqI',
              origin: 'request',
              followUp: null,
              preset: 'standard',
              maxLength: 1000,
              now,
            }),
          )
      await db()
        .transaction()
        .execute(trx => ensureVideo(trx, 'Sli7FA6EbqI'))
      const first = await insert()
      await expect(insert()).rejects.toThrow('one_entry_per_recap')
      await updateSummary(db(), first.id, { deleted_at: now }, now)
      await insert()
    })
  })
}
