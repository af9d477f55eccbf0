import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readStream } from '../../../test/event-stream.ts'
import { silence } from '../../../test/silence.ts'
import { databases, password, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'

/** True when it settles within a second. */
const isOverSoon = (ended: Promise<void>) =>
  Promise.race([ended.then(() => true), new Promise(resolve => setTimeout(resolve, 1_000, false))])

for (const { kind, name, isHere } of databases) {
  describe.skipIf(!isHere)(`an event stream, ${name}`, async () => {
    const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!
    const ask = (client: Awaited<ReturnType<typeof test.newUser>>['client'], urlOrId: string) =>
      client.summaries.request({ body: { urlOrId, type: youtube } })

    it('tells the progress of the summaries of its user as it happens, and of nobody else', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      const [own, foreign] = [await readStream(test.url, user.token), await readStream(test.url, other.token)]
      const { id } = await ask(user.client, talks[0]!)
      await eventually(
        async () => own.events.map(event => event.state),
        states => states.includes('ready'),
      )
      expect(new Set(own.events.map(event => event.id))).toEqual(new Set([id]))
      expect([own.events[0]!.state, own.events.at(-1)!.state]).toEqual(['working', 'ready'])
      expect(foreign.events).toEqual([])
      own.close()
      foreign.close()
    })

    it('tells that a summary was deleted, and that it was restored', async () => {
      const { client, token } = await test.newUser()
      const { id } = await ask(client, talks[3]!)
      await untilState(client, id, 'ready')
      const stream = await readStream(test.url, token)
      const heard = (count: number) =>
        eventually(
          async () => stream.events.map(event => ({ id: event.id, state: event.state, deleted: event.deleted })),
          events => events.length >= count,
        )
      await client.summaries.delete({ params: { id } })
      expect(await heard(1)).toEqual([{ id, state: 'ready', deleted: true }])
      await client.summaries.restore({ params: { id } })
      expect((await heard(2))[1]).toEqual({ id, state: 'ready', deleted: false })
      stream.close()
    })

    it('ends at once with the session that opened it; those of other sessions go on [ASVS 7.4.1]', async () => {
      const { client, token, email } = await test.newUser()
      const { token: second } = await test.anonymous.auth.login({ body: { email, password } })
      const [ended, kept] = [await readStream(test.url, token), await readStream(test.url, second)]
      await client.auth.logout()
      expect(await isOverSoon(ended.ended)).toBe(true)
      expect(await isOverSoon(kept.ended)).toBe(false)
      kept.close()
    })

    it('is one of twenty at most that a user has open here', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      const open = await Promise.all(Array.from({ length: 20 }, () => readStream(test.url, user.token)))
      expect(new Set(open.map(stream => stream.status))).toEqual(new Set([200]))
      expect((await readStream(test.url, user.token)).status).toBe(429)
      const theirs = await readStream(test.url, other.token)
      expect(theirs.status).toBe(200)
      open[0]!.close()
      const again = await eventually(
        () => readStream(test.url, user.token),
        stream => stream.status === 200,
      )
      for (const stream of [...open, theirs, again]) stream.close()
    })

    it('tells a change later that could not be told at once', async () => {
      const { client, token } = await test.newUser()
      const { id } = await ask(client, talks[1]!)
      await untilState(client, id, 'ready')
      const { db } = test.server.services.database
      const recap = await db.selectFrom('summaries').select('recap_id').where('id', '=', id).executeTakeFirstOrThrow()
      const stream = await readStream(test.url, token)
      await sql`alter table summaries rename to summaries_elsewhere`.execute(db)
      await sql`select pg_notify('recap_changes', ${String(recap.recap_id)})`.execute(db)
      await new Promise(resolve => setTimeout(resolve, 200))
      await sql`alter table summaries_elsewhere rename to summaries`.execute(db)
      const told = await eventually(
        async () => stream.events,
        events => events.length > 0,
      )
      expect(told).toMatchObject([{ id, state: 'ready' }])
      stream.close()
    })

    if (kind === 'PostgreSQL')
      it('ends when changes may have been missed, so that its reader looks again', async () => {
        const { client, token } = await test.newUser()
        const stream = await readStream(test.url, token)
        const { db } = test.server.services.database
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen%recap_changes%'`.execute(db)
        await stream.ended
        const next = await readStream(test.url, token)
        const { id } = await ask(client, talks[2]!)
        await eventually(
          async () => next.events.map(event => event.state),
          states => states.includes('ready'),
        )
        expect(next.events.map(event => event.id)).toContain(id)
        next.close()
      })
  })
}
