import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { callsTo } from '../../../test/calls.ts'
import { silence } from '../../../test/silence.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { readableSummary } from '../../../test/waiting.ts'

const isBuilt = existsSync(path.resolve(import.meta.dirname, '../../../../web/dist/app.html'))
const bread = 'Sli7FA6EbqI'
const perMinute = 300

for (const { kind, name, isHere } of databases)
  describe.skipIf(!isHere || !isBuilt)(
    `the page behind a share link, ${name}${isBuilt ? '' : ' (skipped: the web app is not built)'}`,
    async () => {
      const test = isHere ? await useServer({ database: kind, ports: { speech: silence } }) : undefined!
      const ask = isHere ? callsTo(test.url) : undefined!

      let networks = 0
      /** Uses up a network's limit except for `left` calls. */
      async function networkWith(left: number): Promise<{ headers: Record<string, string> }> {
        const start = `10.50.${++networks}`
        for (let n = perMinute; n > left; n--) await test.server.services.limits.take('public', `${start}.0/24`)
        return { headers: { 'X-Forwarded-For': `${start}.7` } }
      }

      async function sharedByNewUser() {
        const owner = await test.newUser()
        const { id } = await readableSummary(owner.client, bread)
        const share = async (shared: boolean) =>
          (await owner.client.summaries.change({ params: { id }, body: { shared } })).shareToken!
        return { owner, id, share, token: await share(true) }
      }

      const title = /og:title" content="[^"]*bread/i

      it('is limited per network, is served without its card beyond the limit, and stays available to other networks', async () => {
        const { token } = await sharedByNewUser()
        const from = await networkWith(2)
        const at = `/history-detail/${token}`
        for (const left of [1, 0]) expect([left, (await ask(at, from)).status]).toEqual([left, 200])
        const refused = await ask(at, from)
        expect(refused.status).toBe(429)
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(refused.headers.get('content-type')).toMatch(/^text\/html/)
        expect(refused.headers.get('cache-control')).toBe('no-store')
        expect(refused.text).toContain('<div id="root"')
        expect(refused.text).not.toMatch(title)
        const other = await ask(at, await networkWith(1))
        expect([other.status, title.test(other.text)]).toEqual([200, true])
        // Pages without a card stay available to that network.
        expect((await ask('/history-detail/7', from)).status).toBe(200)
      })

      it.each(['/history-detail/', '/api/summaries/s/', '/audio/shared/'])(
        'and what else opens by a token is limited for who guesses: %s',
        async start => {
          const from = await networkWith(2)
          const guess = async (n: number) =>
            (await ask(`${start}${String(n).repeat(43)}${start.startsWith('/audio') ? '/x.mp3' : ''}`, from)).status
          const statuses = [await guess(1), await guess(2), await guess(3)]
          expect(statuses.slice(0, 2)).not.toContain(429)
          expect(statuses[2]).toBe(429)
        },
      )

      it('drops the card immediately when sharing ends or the summary is deleted, and restores it when shared again', async () => {
        const { owner, id, share, token } = await sharedByNewUser()
        const from = await networkWith(100)
        const tells = async (of: string) => title.test((await ask(`/history-detail/${of}`, from)).text)
        expect([await tells(token), await tells(token)]).toEqual([true, true])
        await share(false)
        expect(await tells(token)).toBe(false)
        const next = await share(true)
        expect([await tells(token), await tells(next)]).toEqual([false, true])
        await owner.client.summaries.delete({ params: { id } })
        expect(await tells(next)).toBe(false)
      })
    },
  )
