import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readEventStream } from '../../../test/event-stream.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer, usualDatabases } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'

/** Whether the promise settles within a second. */
const endsSoon = (ended: Promise<void>) =>
  Promise.race([ended.then(() => true), new Promise(resolve => setTimeout(resolve, 1_000, false))])

for (const { kind, name, isAvailable } of usualDatabases) {
  describe.skipIf(!isAvailable)(`event streams, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const requestSummary = (client: Awaited<ReturnType<typeof test.newUser>>['client'], urlOrId: string) =>
      client.summaries.request({ body: { urlOrId, type: youtube } })

    it('sends progress events of the user’s own summaries only', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      const [own, foreign] = [await readEventStream(test.url, user.token), await readEventStream(test.url, other.token)]
      const { id } = await requestSummary(user.client, talks[0]!)
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

    it('sends an event when a summary is deleted and when it is restored', async () => {
      const { client, token } = await test.newUser()
      const { id } = await requestSummary(client, talks[3]!)
      await untilState(client, id, 'ready')
      const stream = await readEventStream(test.url, token)
      const received = (count: number) =>
        eventually(
          async () => stream.events.map(event => ({ id: event.id, state: event.state, deleted: event.deleted })),
          events => events.length >= count,
        )
      await client.summaries.delete({ params: { id } })
      expect(await received(1)).toEqual([{ id, state: 'ready', deleted: true }])
      await client.summaries.restore({ params: { id } })
      expect((await received(2))[1]).toEqual({ id, state: 'ready', deleted: false })
      stream.close()
    })

    it('closes the event streams of a session on log-out and keeps those of other sessions open [ASVS 7.4.1]', async () => {
      const { client, token, email } = await test.newUser()
      const { token: second } = await test.anonymous.auth.login({ body: { email, password } })
      const [ended, open] = [await readEventStream(test.url, token), await readEventStream(test.url, second)]
      await client.auth.logout()
      expect(await endsSoon(ended.ended)).toBe(true)
      expect(await endsSoon(open.ended)).toBe(false)
      open.close()
    })

    it('allows a user at most twenty open event streams', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      const open = await Promise.all(Array.from({ length: 20 }, () => readEventStream(test.url, user.token)))
      expect(new Set(open.map(stream => stream.status))).toEqual(new Set([200]))
      expect((await readEventStream(test.url, user.token)).status).toBe(429)
      const otherStream = await readEventStream(test.url, other.token)
      expect(otherStream.status).toBe(200)
      open[0]!.close()
      const again = await eventually(
        () => readEventStream(test.url, user.token),
        stream => stream.status === 200,
      )
      for (const stream of [...open, otherStream, again]) stream.close()
    })

    it('retries an event that could not be published', async () => {
      const { client, token } = await test.newUser()
      const { id } = await requestSummary(client, talks[1]!)
      await untilState(client, id, 'ready')
      const { db } = test.server.services.database
      const recap = await db.selectFrom('summaries').select('recap_id').where('id', '=', id).executeTakeFirstOrThrow()
      const stream = await readEventStream(test.url, token)
      await sql`alter table summaries rename to summaries_elsewhere`.execute(db)
      await sql`select pg_notify('recap_changes', ${String(recap.recap_id)})`.execute(db)
      await new Promise(resolve => setTimeout(resolve, 200))
      await sql`alter table summaries_elsewhere rename to summaries`.execute(db)
      const events = await eventually(
        async () => stream.events,
        ({ length }) => length > 0,
      )
      expect(events).toMatchObject([{ id, state: 'ready' }])
      stream.close()
    })

    if (kind === 'PostgreSQL')
      it('closes event streams when changes may have been missed, so that clients reload', async () => {
        const { client, token } = await test.newUser()
        const stream = await readEventStream(test.url, token)
        const { db } = test.server.services.database
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'listen%recap_changes%'`.execute(db)
        await stream.ended
        const next = await readEventStream(test.url, token)
        const { id } = await requestSummary(client, talks[2]!)
        await eventually(
          async () => next.events.map(event => event.state),
          states => states.includes('ready'),
        )
        expect(next.events.map(event => event.id)).toContain(id)
        next.close()
      })
  })
}
