import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApiCaller } from '../../../test/calls.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer, usualDatabases } from '../../../test/start-server.ts'
import { readableSummary } from '../../../test/wait-for.ts'

const isBuilt = existsSync(path.resolve(import.meta.dirname, '../../../../web/dist/app.html'))
const bread = 'Sli7FA6EbqI'
const perMinute = 300

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable || !isBuilt)(
    `share pages, ${name}${isBuilt ? '' : ' (skipped: the web app is not built)'}`,
    async () => {
      const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
      const call = isAvailable ? createApiCaller(test.url) : undefined!

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

      it('limits share pages per network, serves them without a link preview beyond the limit, and stays available to other networks', async () => {
        const { token } = await sharedByNewUser()
        const from = await networkWith(2)
        const at = `/history-detail/${token}`
        for (const left of [1, 0]) expect([left, (await call(at, from)).status]).toEqual([left, 200])
        const limited = await call(at, from)
        expect(limited.status).toBe(429)
        expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(limited.headers.get('content-type')).toMatch(/^text\/html/)
        expect(limited.headers.get('cache-control')).toBe('no-store')
        expect(limited.text).toContain('<div id="root"')
        expect(limited.text).not.toMatch(title)
        const other = await call(at, await networkWith(1))
        expect([other.status, title.test(other.text)]).toEqual([200, true])
        // Pages without a link preview stay available to that network.
        expect((await call('/history-detail/7', from)).status).toBe(200)
      })

      it.each(['/history-detail/', '/api/summaries/s/', '/audio/shared/'])(
        'limits guesses of share tokens at %s',
        async start => {
          const from = await networkWith(2)
          const guess = async (n: number) =>
            (await call(`${start}${String(n).repeat(43)}${start.startsWith('/audio') ? '/x.mp3' : ''}`, from)).status
          const statuses = [await guess(1), await guess(2), await guess(3)]
          expect(statuses.slice(0, 2)).not.toContain(429)
          expect(statuses[2]).toBe(429)
        },
      )

      it('removes the link preview as soon as sharing ends or the summary is deleted, and shows it for a new share link', async () => {
        const { owner, id, share, token } = await sharedByNewUser()
        const from = await networkWith(100)
        const hasPreview = async (shareToken: string) =>
          title.test((await call(`/history-detail/${shareToken}`, from)).text)
        expect([await hasPreview(token), await hasPreview(token)]).toEqual([true, true])
        await share(false)
        expect(await hasPreview(token)).toBe(false)
        const next = await share(true)
        expect([await hasPreview(token), await hasPreview(next)]).toEqual([false, true])
        await owner.client.summaries.delete({ params: { id } })
        expect(await hasPreview(next)).toBe(false)
      })
    },
  )
