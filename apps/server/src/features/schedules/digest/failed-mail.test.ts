import { afterAll, describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../../test/silent-speech.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { type TestUser, useServer, usualDatabases } from '../../../../test/start-server.ts'
import { eventually } from '../../../../test/wait-for.ts'
import { channelPausedMail } from '../channel-paused-mail.ts'
import { digestMail, digestTemplate } from './mail.ts'
import { makeDigest } from './test/digests.ts'

describe.each(usualDatabases)('a mail that could not be sent, $name', ({ kind, isAvailable }) => {
  describe.runIf(isAvailable)('notification', async () => {
    const smtp = await startSmtp()
    afterAll(() => smtp.close())
    const test = await useServer({
      database: kind,
      ports: { speech: silentSpeech },
      env: { MAIL_URL: smtp.url, MAIL_FROM: 'no-reply@recaps.example', MAIL_RETRY_SECONDS: '1' },
    })
    const { database, notifications, unsubscribing, mailJobDeps } = test.server.services
    const { db } = database
    // The content of the digest does not matter here.
    const loadDigest = async (runId: number) =>
      makeDigest({ runId, unsubscribePath: unsubscribing.pathFor(1, 'digest') })
    const { templates } = mailJobDeps
    Object.assign(mailJobDeps, {
      templates: templates.map(template =>
        template.name === digestMail.name ? digestTemplate({ notifications, loadDigest }) : template,
      ),
    })

    const sendDigest = ({ id }: TestUser) =>
      db.transaction().execute(async trx => {
        const run = await trx
          .insertInto('runs')
          .values({ user_id: id, kind: 'due', due_at: new Date('2026-11-20T23:30:00Z'), created_at: test.clock.now() })
          .returning('id')
          .executeTakeFirstOrThrow()
        return await notifications.sendMail(trx, digestMail, { userId: id }, { runId: run.id })
      })
    const untilSettled = (outboxId: number) =>
      eventually(
        () => db.selectFrom('outbox').selectAll().where('id', '=', outboxId).executeTakeFirstOrThrow(),
        ({ settled_at }) => settled_at !== null,
      )

    it('each digest mail that could not be sent adds one notification', async () => {
      const user = await test.newConfirmedUser()
      smtp.treat({ refuseReceiver: 550 })
      const [one, other] = [await sendDigest(user), await sendDigest(user)]
      for (const id of [one, other]) expect(await untilSettled(id)).toMatchObject({ state: 'failed', attempts: 2 })
      smtp.treat('take')
      const { data } = await user.client.notices.list({ query: {} })
      const notice = {
        kind: 'mail_failed',
        title: 'We couldn’t email your digest',
        // The date in the user's time zone: in Rome it is already past midnight.
        body: `Your digest of November 21 couldn’t be delivered to ${user.email}. You’ll find its summaries in the app.`,
        path: '/tabs/history',
      }
      expect(data).toEqual([expect.objectContaining(notice), expect.objectContaining(notice)])
    })

    it('a digest mail sent at the second attempt adds no notification and has one-click unsubscribe headers', async () => {
      const user = await test.newConfirmedUser()
      smtp.treat({ refuseReceiver: 450 })
      const id = await sendDigest(user)
      await eventually(
        () => db.selectFrom('outbox').select('attempts').where('id', '=', id).executeTakeFirstOrThrow(),
        ({ attempts }) => attempts === 1,
      )
      smtp.accepted.length = 0
      smtp.treat('take')
      expect(await untilSettled(id)).toMatchObject({ state: 'sent', attempts: 1 })
      expect((await user.client.notices.list({ query: {} })).data).toEqual([])
      const digest = smtp.accepted.find(({ subject }) => /new videos/.test(subject ?? ''))
      const lines = digest!.headerLines.map(({ line }) => line.replace(/\r\n\s+/g, ' '))
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^List-Unsubscribe: <http:\/\/localhost:\d+\/unsubscribe\/1\.digest\.[\w-]{43}>$/),
          'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        ]),
      )
    })

    it('a failed mail of a kind without failure notifications adds none', async () => {
      const user = await test.newConfirmedUser()
      smtp.treat({ refuseReceiver: 550 })
      const outboxId = await db
        .transaction()
        .execute(trx =>
          notifications.sendMail(
            trx,
            channelPausedMail,
            { userId: user.id },
            { channel: 'Plain Bench', gone: 'private' },
          ),
        )
      expect(await untilSettled(outboxId)).toMatchObject({ state: 'failed', attempts: 2 })
      smtp.treat('take')
      expect((await user.client.notices.list({ query: {} })).data).toEqual([])
    })
  })
})
