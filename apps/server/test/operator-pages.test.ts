import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { nginxPath, startNginx, startPlainProxy } from './bare-proxies.ts'
import { waitForMails } from './mailbox.ts'
import { asOperator } from './operator.ts'
import { runProgram } from './program.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { silentSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'
import { eventually } from './wait-for.ts'

const ask = (port: number, to: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  rawRequest(port, to, { method, headers, body })

const proxies = [
  { name: 'no proxy', isHere: true, start: async (port: number) => ({ port, close: async () => {} }) },
  { name: 'a plain Node proxy', isHere: true, start: startPlainProxy },
  {
    name: nginxPath ? "nginx's plain proxy_pass" : 'nginx (skipped: not installed)',
    isHere: nginxPath !== undefined,
    start: startNginx,
  },
]

const forged: Record<string, string>[] = [
  {},
  { Host: 'localhost' },
  { Host: '127.0.0.1:3000' },
  { Host: 'recaps.example.com' },
  { 'X-Forwarded-For': '127.0.0.1' },
  { 'X-Forwarded-For': '203.0.113.1', 'X-Forwarded-Host': 'localhost', 'X-Forwarded-Proto': 'https' },
  { 'X-Real-IP': '127.0.0.1' },
  { Forwarded: 'for=127.0.0.1;host=localhost' },
  { Via: '1.1 localhost' },
  { Authorization: 'Bearer ' },
  { Authorization: `Bearer ${'A'.repeat(43)}` },
  { Authorization: 'Basic b3BlcmF0b3I6' },
]

const pages = [
  '/dev/outbox',
  `/dev/outbox/${'0'.repeat(32)}`,
  '/dev/clock',
  '/dev',
  '/dev/',
  '/dev/nothing',
  '/metrics',
]

for (const publicUrl of ['https://recaps.example.com', undefined])
  describe(`the operator's pages with PUBLIC_URL ${publicUrl ?? 'unset'}`, async () => {
    const test = await useServer({
      ports: { speech: silentSpeech },
      env: { DEMO: 'on', TRUSTED_PROXIES: '0', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) },
      clock: 'its own',
    })
    const tokenFile = path.join(test.dataDir, 'operator-token')
    const token = () => readFileSync(tokenFile, 'utf8').trim()
    const bearer = () => asOperator(test.dataDir)

    it('the operator token has 256 bits, and only the current user can read its file', () => {
      expect(token()).toMatch(/^[\w-]{43}$/)
      expect(statSync(tokenFile).mode & 0o777).toBe(0o600)
    })

    for (const proxy of proxies)
      describe.skipIf(!proxy.isHere)(`behind ${proxy.name}`, () => {
        let at: Awaited<ReturnType<typeof startPlainProxy>>
        beforeAll(async () => {
          at = await proxy.start(test.server.port!)
        })
        afterAll(() => at.close())

        it.each(forged)(
          'operator pages return 404 without the token, whatever headers the caller forges: %j [ASVS 4.1.3, 13.4.5, 15.2.3] [threat 35]',
          async headers => {
            const missing = await ask(at.port, '/api/nothing', headers)
            const comparable = ({ status, text }: RawAnswer) => ({ status, ...JSON.parse(text), requestId: '' })
            for (const page of pages)
              for (const to of [page, `${page}?token=`, `${page}?token=${'A'.repeat(43)}`])
                expect([to, comparable(await ask(at.port, to, headers))]).toEqual([to, comparable(missing)])
            const changed = await ask(
              at.port,
              '/dev/clock',
              { ...headers, 'Content-Type': 'application/json' },
              'POST',
              '{"advanceMs":3600000}',
            )
            expect(comparable(changed)).toEqual(comparable(missing))
          },
        )

        it('operator pages are served with the token', async () => {
          const { email } = await test.newUser()
          await waitForMails(test.dataDir, email, /Confirm/)
          const outbox = await ask(at.port, '/dev/outbox', bearer())
          expect([outbox.status, outbox.text.includes(email)]).toEqual([200, true])
          expect((await ask(at.port, '/dev/clock', bearer())).status).toBe(200)
          expect((await ask(at.port, '/metrics', bearer())).text).toContain('recaps_http_request_seconds')
        })

        it('operator pages open through a link with the token and keep it in their own links', async () => {
          const outbox = await ask(at.port, `/dev/outbox?token=${token()}`)
          expect(outbox.status).toBe(200)
          const [, mail] = /href="(\/dev\/outbox\/[0-9a-f]{32}\?token=[\w-]+)"/.exec(outbox.text)!
          const page = await ask(at.port, mail!)
          expect(page.status).toBe(200)
          const linked = [...page.text.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, to]) => to!)
          expect(linked.length).toBeGreaterThanOrEqual(3)
          for (const to of linked) expect([to, (await ask(at.port, to)).status]).toEqual([to, 200])
          const clock = await ask(at.port, `/dev/clock?token=${token()}`, { Accept: 'text/html' })
          expect(clock.text).toContain(`action="/dev/clock?token=${token()}"`)
          for (const { headers } of [outbox, page, clock])
            expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'no-store'])
        })
      })
  })

describe('the operator token when the program starts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-operator-'))
  cpSync(inject('template'), folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (env: Record<string, string>) =>
    runProgram({ DATA_DIR: folder, YOUTUBE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'debug', ...env })
  const links = (output: string) => output.match(/http:\/\/localhost:\d+\/dev\/outbox\?token=[\w-]{43}/g) ?? []

  it.each(['pretty', 'json'])(
    'the program prints the outbox link once, and no request puts it into the log (%s)',
    async LOG_FORMAT => {
      const program = run({ LOG_FORMAT })
      const port = await program.port
      const [link] = await eventually(
        async () => links(program.output()),
        found => found.length > 0,
      )
      const { pathname, search } = new URL(link!)
      expect((await ask(port, pathname + search)).status).toBe(200)
      expect((await ask(port, `${pathname}/${'0'.repeat(32)}${search}`)).status).toBe(404)
      const other = run({ LOG_FORMAT, PORT: String(port) })
      expect((await other.ended).code).toBe(1)
      expect((await ask(port, pathname, asOperator(folder))).status).toBe(200)
      program.kill('SIGTERM')
      await program.ended
      expect(program.output().split(new URLSearchParams(search).get('token')!)).toHaveLength(2)
    },
  )

  it('the program prints no outbox link if a mail server is set, and generates a new token', async () => {
    const before = asOperator(folder)
    const program = run({ LOG_FORMAT: 'pretty', MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com' })
    const port = await program.port
    expect((await ask(port, '/metrics', before)).status).toBe(404)
    expect((await ask(port, '/metrics', asOperator(folder))).status).toBe(200)
    program.kill('SIGTERM')
    await program.ended
    expect(program.output()).toContain(`Open http://localhost:${port}`)
    expect(program.output()).not.toContain('token=')
  })
})
