import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { AccountExport } from '@recaps/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiCaller, withToken } from '../../../test/calls.ts'
import { readMails, recipientAddress, waitForMails } from '../../../test/mailbox.ts'
import { blackPng } from '../../../test/png.ts'
import { useS3 } from '../../../test/s3-server.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, startServer, type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { unzip } from '../../../test/unzip.ts'
import { eventually, readableSummary, refusal, untilState } from '../../../test/wait-for.ts'

const dayMs = 24 * 3600_000
const words = Array.from({ length: 40 }, (_, i) => `We measured the bridge on day ${i} and it did not move.`)
const captions = new TextEncoder().encode(
  `WEBVTT\n\n${words.map((text, i) => `00:00:${String(i).padStart(2, '0')}.000 --> 00:00:${String(i + 1).padStart(2, '0')}.000\n${text}\n`).join('\n')}`,
)

async function ready(user: TestUser): Promise<AccountExport> {
  await user.client.account.requestExport()
  return await eventually(
    () => user.client.account.export(),
    accountExport => accountExport.state === 'ready' || accountExport.state === 'failed',
  )
}

const s3 = await useS3()

describe.each([['on disk', {}], ...(s3 ? [['in a bucket', { STORAGE_URL: s3.url }] as const] : [])] as const)(
  'an account export stored %s',
  (_, env) => {
    let test: TestServer
    beforeAll(async () => {
      test = await startServer({ env, ports: { speech: silentSpeech } })
    })
    afterAll(() => test.stop())
    const fetched = (url: string | null, init: RequestInit = {}) => fetch(test.url + url, init)

    it('exports all data of the user and no data of other users', async () => {
      const [user, other] = [await test.newUser(), await test.newUser()]
      await user.client.users.changeProfile({ body: { firstName: 'Ada', lastName: 'Lovelace' } })
      const { uploadUrl, fileUrl } = await user.client.users.pictureUploadUrl({ body: { fileType: 'image/png' } })
      const headers = { 'Content-Type': 'image/png' }
      await fetch(new URL(uploadUrl, test.url), { method: 'PUT', headers, body: new Uint8Array(blackPng(9, 9)) })
      await user.client.users.picture({ body: { profilePicture: fileUrl } })
      await readableSummary(other.client, talks[1]!)
      const { id: talk } = await readableSummary(user.client, talks[0]!)
      await user.client.summaries.change({ params: { id: talk }, body: { rating: 'bad' } })
      const own = await user.client.summaries.upload({ query: { title: '../../Bridge <5>' }, body: captions })
      const summaries = [await untilState(user.client, talk, 'ready'), await untilState(user.client, own.id, 'ready')]
      for (const { id, email } of [user, other])
        await test.server.services.database.db.transaction().execute(trx =>
          test.server.services.notifications.addNotice(trx, id, {
            key: 'run-1',
            kind: 'digest',
            title: `News for ${email}`,
            body: '',
            path: '/',
          }),
        )
      const hidden = { channel_id: 'UC0000000000000000000000', channel: 'Loud', hidden_at: new Date(0) }
      await test.server.services.database.db
        .insertInto('hidden_channels')
        .values({ ...hidden, user_id: user.id })
        .execute()
      const { url, bytes, expiresAt, readyAt } = await ready(user)

      const answer = await fetched(url)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="export-\d{4}-\d\d-\d\d\.zip"$/)
      const zipped = await answer.arrayBuffer()
      expect(zipped.byteLength).toBe(bytes)
      expect(new Date(expiresAt!).getTime() - new Date(readyAt!).getTime()).toBe(7 * dayMs)

      const files = await unzip(zipped)
      const read = (name: string) => JSON.parse(files.get(name)!.toString())
      const [first, second] = [...files.keys()].filter(name => name.endsWith('summary.json')).map(path.dirname)
      expect([...files.keys()].sort()).toEqual(
        [
          'README.txt',
          'hidden-channels.json',
          'notices.json',
          'payments.json',
          'picture.webp',
          'profile.json',
          'schedules.json',
          'settings.json',
          'subscriptions.json',
          ...['audio.mp3', 'summary.json', 'summary.md', 'transcript.json'].map(name => `${first}/${name}`),
          ...['audio.mp3', 'summary.json', 'summary.md'].map(name => `${second}/${name}`),
        ].sort(),
      )
      expect([first, second]).toEqual([
        `summaries/${own.id}-bridge-5`,
        expect.stringMatching(`^summaries/${talk}-[a-z0-9-]+$`),
      ])
      expect(read('profile.json')).toMatchObject({ email: user.email, firstName: 'Ada', lastName: 'Lovelace' })
      expect(read('notices.json')).toEqual([expect.objectContaining({ title: `News for ${user.email}` })])
      expect(read('hidden-channels.json')).toEqual([expect.objectContaining({ channel: 'Loud' })])
      expect(read(`${second}/summary.json`).content.headline).toBe(summaries[0]!.content!.headline)
      expect(read(`${second}/summary.json`).rating).toBe('bad')
      expect(files.get(`${first}/summary.md`)!.toString()).toContain('A summary of')
      expect(read(`${first}/transcript.json`)[0].text).toContain('We measured the bridge')
      expect(files.get(`${second}/audio.mp3`)!.byteLength).toBe(100)
      expect(files.get('picture.webp')!.subarray(8, 12).toString()).toBe('WEBP')
      const all = [...files.values()].join('\n')
      expect([all.includes(other.email), /argon2|token_hash|password/i.test(all)]).toEqual([false, false])
    })

    it('serves an export for seven days, only to the session that requested the link and until it logs out', async () => {
      const user = await test.newUser()
      const { token } = await test.anonymous.auth.login({ body: { email: user.email, password } })
      const { url } = await ready(user)
      expect((await fetched(url)).status).toBe(200)
      const complete = Buffer.from(await (await fetched(url)).arrayBuffer())
      const part = await fetched(url, { headers: { Range: 'bytes=4-9' } })
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, complete.subarray(4, 10)])
      const forged = [
        url!.replace(/session=\d+/, 'session=1'),
        url!.replace(/expires=\d/, 'expires=9'),
        url!.replace(/exports\/\d+/, 'exports/1000'),
        url!.replace(/\/\w{8}(\w+\.zip)/, '/00000000$1'),
        `${url}x`,
        url!.split('?')[0]!,
      ]
      for (const address of forged) expect((await fetched(address)).status).toBe(404)
      const { json: otherExport } = await createApiCaller(test.url)('/api/users/export', withToken(token))
      expect(otherExport.url).not.toBe(url)
      await user.client.auth.logout()
      expect([(await fetched(url)).status, (await fetched(otherExport.url)).status]).toEqual([404, 200])
      test.clock.advance(7 * dayMs - 60_000)
      expect((await fetched(otherExport.url)).status).toBe(200)
      test.clock.advance(61_000)
      expect((await fetched(otherExport.url)).status).toBe(404)
      const again = await createApiCaller(test.url)('/api/users/export', withToken(token))
      expect(again.json).toMatchObject({ state: 'none', url: null })
      await test.server.services.housekeeping()
      expect(exportsIn(test, env)).toEqual([])
    })
  },
)

function exportsIn(test: TestServer, env: { STORAGE_URL?: string }): string[] {
  const folder = env.STORAGE_URL ? path.join(s3!.folder, 'exports') : path.join(test.dataDir, 'files', 'exports')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('requesting an account export', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it('prepares one export at a time and replaces the previous export with the new one', async () => {
    const user = await test.newUser()
    const request = createApiCaller(test.url)
    const call = withToken(user.token, { method: 'POST' })
    const answers = await Promise.all([1, 2, 3].map(() => request('/api/users/export', call)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 200, 202])
    const first = await eventually(
      () => user.client.account.export(),
      accountExport => accountExport.state === 'ready',
    )
    const second = await ready(user)
    expect(second.url).not.toBe(first.url)
    expect([(await fetch(test.url + first.url)).status, (await fetch(test.url + second.url)).status]).toEqual([
      404, 200,
    ])
    await test.server.services.housekeeping()
    expect(exportsIn(test, {})).toHaveLength(1)
    await request('/api/users/export', call)
    expect((await request('/api/users/export', call)).status).toBe(429)
  })

  it('mails that an export is ready, without a download link and only to a confirmed address', async () => {
    const [unconfirmed, confirmed] = [await test.newUser(), await test.newUser()]
    await test.server.services.database.db
      .updateTable('users')
      .set({ email_verified_at: test.clock.now() })
      .where('id', '=', confirmed.id)
      .execute()
    const { url } = await ready(confirmed)
    await ready(unconfirmed)
    const [mail] = await waitForMails(test.dataDir, confirmed.email, /data is ready/)
    expect(mail!.text).toContain('/settings')
    expect(`${mail!.text}${mail!.html}`).not.toContain(url!.split('?')[0])
    const otherMails = (await readMails(test.dataDir)).filter(mail => recipientAddress(mail) === unconfirmed.email)
    expect(otherMails.map(mail => mail.subject).filter(subject => /data is ready/.test(subject ?? ''))).toEqual([])
  })

  it('reports a failed export and allows requesting another', async () => {
    const user = await test.newUser()
    const { db } = test.server.services.database
    await user.client.account.requestExport()
    await eventually(
      () => user.client.account.export(),
      accountExport => accountExport.state === 'ready',
    )
    await db
      .updateTable('exports')
      .set({ state: 'failed', file: null, expires_at: null })
      .where('user_id', '=', user.id)
      .execute()
    expect(await user.client.account.export()).toMatchObject({ state: 'failed', url: null })
    expect((await ready(user)).state).toBe('ready')
  })

  it('stops serving the export of a deleted account and refuses to prepare another', async () => {
    const user = await test.newConfirmedUser()
    const { url } = await ready(user)
    await user.client.account.delete({ body: { password } })
    expect((await fetch(test.url + url)).status).toBe(404)
    expect(await refusal(user.client.account.requestExport())).toMatchObject({ status: 401 })
    const [mail] = await waitForMails(test.dataDir, user.email, /was deleted/)
    expect(mail!.text).toContain('30 days')
  })
})
