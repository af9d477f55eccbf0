import { describe, expect, it } from 'vitest'
import { mailsIn, mailsTo } from '../../../../test/mailbox.ts'
import { silence } from '../../../../test/silence.ts'
import { databases, useServer } from '../../../../test/start-server.ts'
import { readableSummary, refusal, untilState } from '../../../../test/waiting.ts'

const bread = 'Sli7FA6EbqI'
const yogurt = 'kdDFSBxHX2o'

for (const { kind, name, isHere } of databases) {
  describe.skipIf(!isHere)(`a sample of a digest, ${name}`, async () => {
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!
    const db = test?.server.services.database.db

    async function confirmed() {
      const user = await test.newUser()
      await db.updateTable('users').set({ email_verified_at: test.clock.now() }).where('id', '=', user.id).execute()
      return user
    }
    const counted = async (table: 'runs', userId: number) =>
      (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).length

    it('is mailed to its user, of the newest summaries, and says that it is one', async () => {
      const user = await confirmed()
      const first = await readableSummary(user.client, bread)
      const second = await readableSummary(user.client, yogurt)
      await untilState(user.client, second.id, 'ready')
      expect(await user.client.schedules.mailSample()).toEqual({ to: user.email })
      const [mail] = await mailsTo(test.dataDir, user.email, /^Sample: 2 new videos/)
      expect(mail!.text).toContain('This is a sample: your digests will look like this.')
      expect(mail!.text).toContain(first.videoInfo.title)
      expect(mail!.text!.indexOf(second.videoInfo.title)).toBeLessThan(mail!.text!.indexOf(first.videoInfo.title))
      expect(mail!.html).toContain(`/history-detail/${second.id}`)
      expect(mail!.html).not.toContain('play=run')
      expect(await counted('runs', user.id)).toBe(0)
    })

    it('stands behind the bell, each that is mailed, and none that is refused', async () => {
      const user = await confirmed()
      const notices = async () => (await user.client.notices.list({ query: {} })).data
      await refusal(user.client.schedules.mailSample())
      expect(await notices()).toEqual([])
      await readableSummary(user.client, bread)
      await readableSummary(user.client, yogurt)
      await user.client.schedules.mailSample()
      await user.client.schedules.mailSample()
      const [second, first, ...others] = await notices()
      expect(others).toEqual([])
      for (const notice of [first, second])
        expect(notice).toMatchObject({ kind: 'digest', title: 'A sample digest was mailed', readAt: null })
      expect(first!.body).toContain(user.email)
    })

    it('has nothing of others, and nothing that was deleted', async () => {
      const [other, user] = [await confirmed(), await confirmed()]
      await readableSummary(other.client, bread)
      const mine = await readableSummary(user.client, yogurt)
      await user.client.summaries.delete({ params: { id: mine.id } })
      expect(await refusal(user.client.schedules.mailSample())).toMatchObject({
        code: 'not_found',
        error: 'A sample is made of your newest summaries, and there is none yet.',
      })
    })

    it('goes to no address that is not confirmed', async () => {
      const user = await test.newUser()
      await readableSummary(user.client, yogurt)
      expect(await refusal(user.client.schedules.mailSample())).toMatchObject({
        code: 'forbidden',
        error: 'Samples are mailed to confirmed addresses only. Confirm yours first.',
      })
    })

    it('is mailed three times an hour at most, also when asked for all at once', async () => {
      const user = await confirmed()
      await readableSummary(user.client, yogurt)
      const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => user.client.schedules.mailSample()))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await refusal(user.client.schedules.mailSample())).toMatchObject({ code: 'too_many_requests' })
      await mailsTo(test.dataDir, user.email, /^Sample: 1 new video/, 3)
      const mails = (await mailsIn(test.dataDir)).filter(({ subject }) => subject?.startsWith('Sample: 1 new video'))
      expect(mails).toHaveLength(3)
    })
  })
}
