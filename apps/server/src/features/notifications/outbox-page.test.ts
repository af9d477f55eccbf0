import { describe, expect, it } from 'vitest'
import { waitForMails } from '../../../test/mailbox.ts'
import { asOperator } from '../../../test/operator.ts'
import { rawRequest } from '../../../test/raw-request.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, useServer } from '../../../test/start-server.ts'

const test = await useServer({ ports: { speech: silentSpeech } })

/** Requests a page as the operator. */
const get = (path: string, { server, dataDir } = test) =>
  rawRequest(server.port!, path, { headers: asOperator(dataDir) })

const mailModeOf = async (server = test) => (await server.anonymous.health.version()).mail

describe('the outbox page', () => {
  it('lists the stored mails and shows each in a frame without scripts', async () => {
    const { email } = await test.newUser()
    await waitForMails(test.dataDir, email, /Confirm/)
    const list = await get('/dev/outbox')
    expect(list.status).toBe(200)
    expect(list.text).toContain(email)
    expect(list.text).not.toContain('<script')
    const path = /href="(\/dev\/outbox\/[0-9a-f]{32})"/.exec(list.text)![1]!
    const page = await get(path)
    expect(page.text).toContain(`src="${path}/html"`)
    expect(page.text).toMatch(/<a href="http:\/\/localhost:0\/verify-email\?token=[\w-]{43}">/)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const mail = await get(`${path}/html`)
    expect(mail.text).toContain('Confirm your email address')
    expect(mail.headers['content-security-policy']).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/)
    expect(mail.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect((await get(`${path}/source`)).headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const { headers } of [list, page, mail]) expect(headers['cache-control']).toBe('no-store')
    expect(await mailModeOf()).toBe('outbox')
  })

  it.each(['/dev/outbox/none', '/dev/outbox/..%2f..%2fsecrets.json', `/dev/outbox/${'0'.repeat(32)}/html`, '/dev'])(
    'returns 404 for the unknown outbox path %s',
    async path => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it.each([
    [{ MAIL_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'a@example.com' }, 'sent'],
    [{ HOST: '0.0.0.0' }, 'folder'],
  ])('hides the outbox page with %j and reports how mails are delivered', async (env, mode) => {
    const other = await startServer({ ports: { speech: silentSpeech }, env })
    expect((await get('/dev/outbox', other)).status).toBe(404)
    expect(await mailModeOf(other)).toBe(mode)
    await other.stop()
  })
})
