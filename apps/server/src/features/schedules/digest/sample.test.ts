import { describe, expect, it } from 'vitest'
import { readMails, waitForMails } from '../../../../test/mailbox.ts'
import { silentSpeech } from '../../../../test/silent-speech.ts'
import { useServer, usualDatabases } from '../../../../test/start-server.ts'
import { readableSummary, refusal, untilState } from '../../../../test/wait-for.ts'

const bread = 'Sli7FA6EbqI'
const yogurt = 'kdDFSBxHX2o'

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`a sample digest, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const db = test?.server.services.database.db

    async function newConfirmedUser() {
      const user = await test.newUser()
      await db.updateTable('users').set({ email_verified_at: test.clock.now() }).where('id', '=', user.id).execute()
      return user
    }
    const countRows = async (table: 'runs', userId: number) =>
      (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).length

    it('a sample digest is mailed to the user, shows the newest summaries and is marked as a sample', async () => {
      const user = await newConfirmedUser()
      const first = await readableSummary(user.client, bread)
      const second = await readableSummary(user.client, yogurt)
      await untilState(user.client, second.id, 'ready')
      expect(await user.client.schedules.mailSample()).toEqual({ to: user.email })
      const [mail] = await waitForMails(test.dataDir, user.email, /^Sample: 2 new videos/)
      expect(mail!.text).toContain('This is what your digests will look like.')
      expect(mail!.text).toContain(first.videoInfo.title)
      expect(mail!.text!.indexOf(second.videoInfo.title)).toBeLessThan(mail!.text!.indexOf(first.videoInfo.title))
      expect(mail!.html).toContain(`/history-detail/${second.id}`)
      expect(mail!.html).not.toContain('play=run')
      expect(await countRows('runs', user.id)).toBe(0)
    })

    it('each sample digest that is mailed adds a notification, and a refused one does not', async () => {
      const user = await newConfirmedUser()
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
        expect(notice).toMatchObject({ kind: 'digest', title: 'Sample digest sent', readAt: null })
      expect(first!.body).toContain(user.email)
    })

    it('a sample digest contains no deleted summaries and none of other users', async () => {
      const [other, user] = [await newConfirmedUser(), await newConfirmedUser()]
      await readableSummary(other.client, bread)
      const own = await readableSummary(user.client, yogurt)
      await user.client.summaries.delete({ params: { id: own.id } })
      expect(await refusal(user.client.schedules.mailSample())).toMatchObject({
        code: 'not_found',
        error: 'A sample shows your latest summaries, and you don’t have any yet. Summarize a video first.',
      })
    })

    it('a sample digest is not sent to an unconfirmed address', async () => {
      const user = await test.newUser()
      await readableSummary(user.client, yogurt)
      expect(await refusal(user.client.schedules.mailSample())).toMatchObject({
        code: 'forbidden',
        error: 'Confirm your email address first. Then we can send you a sample.',
      })
    })

    it('a sample digest is sent at most three times an hour, even with parallel requests', async () => {
      const user = await newConfirmedUser()
      await readableSummary(user.client, yogurt)
      const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => user.client.schedules.mailSample()))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await refusal(user.client.schedules.mailSample())).toMatchObject({ code: 'too_many_requests' })
      await waitForMails(test.dataDir, user.email, /^Sample: 1 new video/, 3)
      const mails = (await readMails(test.dataDir)).filter(({ subject }) => subject?.startsWith('Sample: 1 new video'))
      expect(mails).toHaveLength(3)
    })
  })
}
