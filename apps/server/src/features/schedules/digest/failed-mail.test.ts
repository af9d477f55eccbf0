import { afterAll, describe, expect, it } from 'vitest'
import { silence } from '../../../../test/silence.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { databases, type TestUser, useServer } from '../../../../test/start-server.ts'
import { eventually } from '../../../../test/waiting.ts'
import { channelPausedMail } from '../channel-paused-mail.ts'
import { digestMail, digestTemplate } from './mail.ts'
import { digestOf } from './test/digests.ts'

describe.each(databases)('a mail that could not be sent $name', ({ kind, isHere }) => {
  describe.runIf(isHere)('is', async () => {
    const smtp = await startSmtp()
    afterAll(() => smtp.close())
    const test = await useServer({
      database: kind,
      ports: { speech: silence },
      env: { MAIL_URL: smtp.url, MAIL_FROM: 'no-reply@recaps.example', MAIL_RETRY_SECONDS: '1' },
    })
    const { database, notifications, unsubscribing, mailJobDeps } = test.server.services
    const { db } = database
    // Whatever the runs of this user brought: here it is only told.
    const read = async (runId: number) => digestOf({ runId, unsubscribePath: unsubscribing.pathFor(1, 'digest') })
    const { templates } = mailJobDeps
    Object.assign(mailJobDeps, {
      templates: templates.map(one => (one.name === digestMail.name ? digestTemplate({ notifications, read }) : one)),
    })

    const mail = ({ id }: TestUser) =>
      db.transaction().execute(async trx => {
        const run = await trx
          .insertInto('runs')
          .values({ user_id: id, kind: 'due', due_at: new Date('2026-11-20T23:30:00Z'), created_at: test.clock.now() })
          .returning('id')
          .executeTakeFirstOrThrow()
        return await notifications.sendMail(trx, digestMail, { userId: id }, { runId: run.id })
      })
    const ended = (outboxId: number) =>
      eventually(
        () => db.selectFrom('outbox').selectAll().where('id', '=', outboxId).executeTakeFirstOrThrow(),
        ({ settled_at }) => settled_at !== null,
      )

    it('told of in the app, once for each mail', async () => {
      const user = await test.newConfirmedUser()
      smtp.treat({ refuseReceiver: 550 })
      const [one, other] = [await mail(user), await mail(user)]
      for (const id of [one, other]) expect(await ended(id)).toMatchObject({ state: 'failed', attempts: 2 })
      smtp.treat('take')
      const { data } = await user.client.notices.list({ query: {} })
      const told = {
        kind: 'mail_failed',
        title: 'A digest could not be mailed',
        // The day as its user has it: in Rome it is past midnight.
        body: `The digest of November 21 could not be mailed to ${user.email}. Its summaries are in your list.`,
        path: '/tabs/history',
      }
      expect(data).toEqual([expect.objectContaining(told), expect.objectContaining(told)])
    })

    it('not told of when the second attempt is taken, and the mail can be ended by one click', async () => {
      const user = await test.newConfirmedUser()
      smtp.treat({ refuseReceiver: 450 })
      const id = await mail(user)
      await eventually(
        () => db.selectFrom('outbox').select('attempts').where('id', '=', id).executeTakeFirstOrThrow(),
        ({ attempts }) => attempts === 1,
      )
      smtp.taken.length = 0
      smtp.treat('take')
      expect(await ended(id)).toMatchObject({ state: 'sent', attempts: 1 })
      expect((await user.client.notices.list({ query: {} })).data).toEqual([])
      const digest = smtp.taken.find(({ subject }) => /new videos/.test(subject ?? ''))
      const lines = digest!.headerLines.map(({ line }) => line.replace(/\r\n\s+/g, ' '))
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^List-Unsubscribe: <http:\/\/localhost:\d+\/unsubscribe\/1\.digest\.[\w-]{43}>$/),
          'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        ]),
      )
    })

    it('not told of where nobody is left to be told, or its kind tells of nothing', async () => {
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
      expect(await ended(outboxId)).toMatchObject({ state: 'failed', attempts: 2 })
      smtp.treat('take')
      expect((await user.client.notices.list({ query: {} })).data).toEqual([])
    })
  })
})
