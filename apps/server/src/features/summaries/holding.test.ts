import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { untilState, youtube } from '../../../test/waiting.ts'
import { type HeldAudio, moveAudio, reviveAudio, takeHoldOfAudio } from './audios-repository.ts'
import { cancelRecap, ensureVideo, type HeldRecap, moveRecap, takeHold } from './recaps-repository.ts'
import { insertEntry, updateEntry } from './repository.ts'

for (const { kind, name, isHere } of databases) {
  describe.skipIf(!isHere)(`a recap in work, ${name}`, async () => {
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!
    const now = new Date()

    /** A recap that waits for a job of which the queue knows nothing, so that only the test runs it. */
    async function waiting(): Promise<{ id: number; jobId: string }> {
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
    const hold = (id: number, jobId: string, restarts: number) =>
      takeHold(db(), id, { id: jobId, restarts }, 'captions', now)
    const move = (held: HeldRecap | undefined) => moveRecap(db(), held!, { done: 1 }, now)

    it('is held by the latest run of its job: an earlier one that wakes up changes nothing', async () => {
      const { id, jobId } = await waiting()
      const first = await hold(id, jobId, 0)
      expect(await move(first)).toMatchObject({ id, done: 1 })
      const second = await hold(id, jobId, 1)
      expect(await move(first)).toBeUndefined()
      expect(await hold(id, jobId, 0)).toBeUndefined()
      expect(await move(second)).toMatchObject({ id })
    })

    it('is not held by any other job', async () => {
      const { id, jobId } = await waiting()
      expect(await hold(id, randomUUID(), 5)).toBeUndefined()
      const held = await hold(id, jobId, 0)
      expect(await move({ ...held!, job_id: randomUUID() })).toBeUndefined()
    })

    it('is not brought back by the run that held it when it was cancelled', async () => {
      const { id, jobId } = await waiting()
      const held = await hold(id, jobId, 0)
      await db()
        .transaction()
        .execute(trx => cancelRecap(trx, id, now))
      expect(await move(held)).toBeUndefined()
      expect(await hold(id, jobId, 1)).toBeUndefined()
    })

    it('leaves its finished sound alone, and lets the latest run make what is not finished', async () => {
      const { client } = await test.newUser()
      const { id } = await client.summaries.request({ body: { urlOrId: 'vIafLRfE1cI', type: youtube } })
      await untilState(client, id, 'ready')
      const jobId = randomUUID()
      const audio = await db()
        .updateTable('audios')
        .set({ state: 'pending', job_id: jobId, job_run: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const holdAudio = (restarts: number) => takeHoldOfAudio(db(), audio.id, { id: jobId, restarts }, now)
      const finish = (held: HeldAudio | undefined) => moveAudio(db(), held!, { state: 'ready' }, now)
      const first = await holdAudio(0)
      const second = await holdAudio(1)
      expect(await finish(first)).toBeUndefined()
      expect(await finish(second)).toMatchObject({ state: 'ready' })
      expect(await finish(second)).toBeUndefined()
      expect(await holdAudio(2)).toBeUndefined()
    })

    it('has its failed sound taken up by one of two who ask again at once', async () => {
      const { id: recapId } = await waiting()
      const { id } = await db()
        .insertInto('audios')
        .values({ recap_id: recapId, voice: 'none', sentences: 3, max_length: 1000, state: 'failed' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const revive = () =>
        db()
          .transaction()
          .execute(trx => reviveAudio(trx, id, now))
      expect((await Promise.all([revive(), revive()])).toSorted()).toEqual([false, true])
    })

    it('is in the list of a user once, whoever tries to put it there a second time', async () => {
      const [{ id: recapId }, { id: userId }] = [await waiting(), await test.newUser()]
      const enter = () =>
        db()
          .transaction()
          .execute(trx =>
            insertEntry(trx, {
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
      const first = await enter()
      await expect(enter()).rejects.toThrow('one_entry_per_recap')
      await updateEntry(db(), first.id, { deleted_at: now }, now)
      await enter()
    })
  })
}
