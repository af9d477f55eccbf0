import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, type TestUser, useServer, usualDatabases } from '../../../test/start-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const dayMs = 24 * 3600 * 1000

describe.each(usualDatabases)('notices $name', ({ kind, isAvailable }) => {
  describe.runIf(isAvailable)('when the database is available', async () => {
    const test = await useServer({ database: kind, ports: { speech: silentSpeech } })
    const { notifications, database } = test.server.services
    const addNotice = ({ id }: Pick<TestUser, 'id'>, key: string, title = key) =>
      database.db.transaction().execute(trx =>
        notifications.addNotice(trx, id, {
          key,
          kind: 'digest',
          title,
          body: 'Three videos.',
          path: '/tabs/history',
        }),
      )
    const list = ({ client }: TestUser, query: { cursor?: number; limit?: number } = {}) =>
      client.notices.list({ query })

    it('adds one notice per key, even when it is added several times at once', async () => {
      const user = await test.newUser()
      const added = await Promise.all(['run-1', 'run-1', 'run-1', 'run-2'].map(key => addNotice(user, key)))
      expect(added.filter(Boolean)).toHaveLength(2)
      expect(await addNotice(user, 'run-1')).toBe(false)
      expect(await addNotice(await test.newUser(), 'run-1')).toBe(true)
      const { data, unread } = await list(user)
      expect([data.map(({ title }) => title).sort(), unread]).toEqual([['run-1', 'run-2'], 2])
      expect(data[0]).toMatchObject({ kind: 'digest', body: 'Three videos.', path: '/tabs/history', readAt: null })
    })

    it('adds no notice if its transaction is rolled back', async () => {
      const user = await test.newUser()
      const failing = database.db.transaction().execute(async trx => {
        await notifications.addNotice(trx, user.id, { key: 'x', kind: 'digest', title: 'x', body: '', path: '/' })
        throw new Error('the change fails')
      })
      await expect(failing).rejects.toThrow('the change fails')
      expect((await list(user)).data).toEqual([])
    })

    it('lists each notice once, newest first, even when new ones arrive between pages', async () => {
      const user = await test.newUser()
      for (const nth of [1, 2, 3, 4, 5]) await addNotice(user, `notice ${nth}`)
      const seen: string[] = []
      for (let cursor: number | undefined; ; ) {
        const page = await list(user, { limit: 2, ...(cursor ? { cursor } : {}) })
        seen.push(...page.data.map(({ title }) => title))
        // New notices appear on the first page and do not shift the others.
        await addNotice(user, `later ${cursor}`)
        if (page.nextCursor === null) break
        cursor = Number(page.nextCursor)
      }
      expect(seen).toEqual(['notice 5', 'notice 4', 'notice 3', 'notice 2', 'notice 1'])
    })

    it('marks notices as read, one by one or all at once, only for their own user', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      for (const key of ['a', 'b', 'c']) await addNotice(user, key)
      const { data } = await list(user)
      const ids = data.map(({ id }) => id)
      expect(await other.client.notices.read({ body: { ids } })).toEqual({ unread: 0 })
      expect(await user.client.notices.read({ body: { ids: [ids[0]!, 987_654_321] } })).toEqual({ unread: 2 })
      expect(await user.client.notices.read({ body: { ids: [] } })).toEqual({ unread: 2 })
      const firstRead = (await list(user)).data[0]!.readAt
      test.clock.advance(1000)
      expect(await user.client.notices.read({ body: {} })).toEqual({ unread: 0 })
      expect((await list(user)).data[0]!.readAt).toBe(firstRead)
      expect((await list(user)).data.every(({ readAt }) => readAt !== null)).toBe(true)
    })

    it('removes line breaks and invisible characters from notice titles', async () => {
      const user = await test.newUser()
      await addNotice(user, 'x', 'a\u202Etxt.exe\r\n<b>\0')
      expect((await list(user)).data[0]!.title).toBe('atxt.exe <b>')
    })

    it('deletes notices after ninety days', async () => {
      const user = await test.newUser()
      await addNotice(user, 'old')
      test.clock.advance(2 * dayMs)
      await addNotice(user, 'new')
      test.clock.advance(88.5 * dayMs)
      await test.server.services.housekeeping()
      const { token } = await test.anonymous.auth.login({ body: { email: user.email, password } })
      expect(token).toBeTruthy()
      const rows = await notifications.notices.exportForUser(user.id)
      expect(rows.map(({ title }) => title)).toEqual(['new'])
    })

    it('lets only the user delete a notice and restore it within a day', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      for (const key of ['a', 'b']) await addNotice(user, key)
      const titles = async () => (await list(user)).data.map(({ title }) => title)
      const id = (await list(user)).data[0]!.id
      const remove = (client: TestUser['client']) => client.notices.delete({ params: { id } })
      const restore = (client: TestUser['client']) => client.notices.restore({ body: { ids: [id, 987_654_321] } })
      expect(await refusal(remove(other.client))).toMatchObject({ status: 404 })
      await remove(user.client)
      expect(await list(user)).toMatchObject({ data: [{ title: 'a' }], unread: 1 })
      expect(await notifications.notices.exportForUser(user.id)).toHaveLength(1)
      expect(await refusal(remove(user.client))).toMatchObject({ status: 404 })
      expect(await restore(other.client)).toEqual({ ids: [] })
      expect(await restore(user.client)).toEqual({ ids: [id] })
      expect([await restore(user.client), await titles()]).toEqual([{ ids: [] }, ['b', 'a']])
      await remove(user.client)
      // A deleted notice is not added again.
      expect(await addNotice(user, 'b')).toBe(false)
      test.clock.advance(1.1 * dayMs)
      expect([await restore(user.client), await titles()]).toEqual([{ ids: [] }, ['a']])
      await test.server.services.housekeeping()
      const row = database.db.selectFrom('notices').select(['key', 'title', 'body', 'path']).where('id', '=', id)
      expect(await row.executeTakeFirst()).toEqual({ key: 'b', title: '', body: '', path: '/' })
      expect([await addNotice(user, 'b'), await titles()]).toEqual([false, ['a']])
    })

    it('deletes all read notices at once, except for the given ones', async () => {
      const user = await test.newUser()
      for (const key of ['old', 'seen', 'new']) await addNotice(user, key)
      const [fresh, seen, old] = (await list(user)).data.map(({ id }) => id)
      await user.client.notices.read({ body: { ids: [old!, seen!] } })
      const deleteRead = (except?: number[]) => user.client.notices.deleteRead({ body: { except } })
      expect(await deleteRead([seen!])).toEqual({ ids: [old] })
      const twice = await Promise.all([deleteRead(), deleteRead()])
      expect(twice.flatMap(({ ids }) => ids)).toEqual([seen])
      expect(await list(user)).toMatchObject({ data: [{ id: fresh }], unread: 1 })
      const { ids } = await user.client.notices.restore({ body: { ids: [seen!, old!] } })
      expect(ids).toEqual(expect.arrayContaining([old, seen]))
      expect((await list(user)).data.map(({ readAt }) => readAt !== null)).toEqual([false, true, true])
      expect(await user.client.notices.restore({ body: { ids: [] } })).toEqual({ ids: [] })
    })

    it('deletes notices with the account', async () => {
      const user = await test.newUser()
      await addNotice(user, 'mine')
      expect(await notifications.notices.exportForUser(user.id)).toHaveLength(1)
      await user.client.account.delete({ body: { password } })
      expect(await notifications.notices.exportForUser(user.id)).toEqual([])
    })

    it('rejects invalid limits and cursors when listing notices', async () => {
      const { client } = await test.newUser()
      for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { cursor: -1 }, { cursor: 1e300 }])
        expect(await refusal(client.notices.list({ query }))).toMatchObject({ code: 'invalid_request' })
    })
  })
})
