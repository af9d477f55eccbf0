import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { contractRoutes } from '../src/http/api-document.ts'
import { systemClock } from '../src/ports/clock.ts'
import { browserKeys } from './browser-keys.ts'
import { createApiCaller, json, withToken } from './calls.ts'
import { readMails, tokenFromMail } from './mailbox.ts'
import { runProgram } from './program.ts'
import { untilState, youtube } from './wait-for.ts'

/** A text that occurs in no other place: if it is found, it came from this test. */
const canary = (what: string) => `canary-${what}-${crypto.randomUUID()}`

/** Secrets that the test sends. They must not appear in the log, the database or an error message. */
const secrets = new Map<string, string>()
const secret = (what: string): string => {
  const text = canary(what)
  secrets.set(what, text)
  return text
}
/** Personal data that the test sends. It is stored in the database, but must not appear in the log. */
const personal = new Map<string, string>()
const own = (what: string, text = canary(what)): string => {
  personal.set(what, text)
  return text
}

describe('secrets and personal data', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-canary-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const fake = await startFakeYoutube()
  const program = runProgram({
    DATA_DIR: dataDir,
    YOUTUBE_URL: fake.url,
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'json',
    TRUSTED_PROXIES: '1',
    SECRET_KEY: secret('secret-key'),
    METRICS_TOKEN: secret('metrics-token'),
    YOUTUBE_DATA_KEY: secret('data-key'),
    // Nothing listens there, so that error messages of failed calls are checked too.
    SPEECH_URL: 'http://127.0.0.1:9',
    SPEECH_VOICES: 'alloy',
    SPEECH_KEY: secret('speech-key'),
  })
  const url = `http://127.0.0.1:${await program.port}`
  const ask = createApiCaller(url)
  const answers: string[] = []
  afterAll(async () => {
    program.kill('SIGKILL')
    await program.ended
    await fake.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('sends canary secrets and personal data through every API call', { timeout: 120_000 }, async () => {
    const email = own('email', `${canary('email')}@example.com`)
    const anonymous = createClient({ baseUrl: url, token: () => '' })
    const password = secret('password')
    const { token } = await anonymous.auth.register({
      body: { email, password, firstName: own('first-name'), lastName: own('last-name') },
    })
    secrets.set('bearer', token)
    const client = createClient({ baseUrl: url, token: () => token })
    await useEverything(client, anonymous, { email, password })
    // Repeats every call with an invalid body, so that error messages are checked too.
    for (const { method, path: template } of contractRoutes()) {
      if (template.endsWith('/events') || template.endsWith('/logout')) continue
      const at = template.replace(/\{\w+\}/, '1')
      const body = { token: secret(`refused-${method}-${template}`), password, urlOrId: 12, query: [] }
      const call = method === 'GET' || method === 'DELETE' ? { method } : json(body, { method })
      answers.push((await ask(at, withToken(token, call))).text)
    }
    answers.push((await ask('/metrics', { headers: { Authorization: `Bearer ${secrets.get('metrics-token')}` } })).text)
    for (const mail of (await readMails(dataDir)).filter(({ text }) => text?.includes('token=')))
      secrets.set(`mailed ${mail.subject}`, tokenFromMail(mail))
    expect([...secrets.keys()].filter(what => what.startsWith('mailed'))).not.toEqual([])
  })

  it('no log line contains a secret or personal data [ASVS 16.2.5] [threat 23]', async () => {
    program.kill('SIGTERM')
    await program.ended
    const log = program.output()
    expect(log.length).toBeGreaterThan(100)
    for (const [what, text] of [...secrets, ...personal]) expect([what, log.includes(text)]).toEqual([what, false])
  })

  it('no answer to an invalid request contains a secret [ASVS 16.5.1]', () => {
    for (const [what, text] of secrets)
      expect([what, answers.some(answer => answer.includes(text))]).toEqual([what, false])
  })

  it('no row of the database or its queue contains a secret, although personal data is stored [ASVS 14.2.4]', async () => {
    const database = await openDatabase({ dataDir, databaseUrl: undefined }, systemClock)
    try {
      const tables = await sql<{ name: string }>`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
        database.db,
      )
      const dump: string[] = []
      for (const { name } of tables.rows) {
        const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} as t`.execute(
          database.db,
        )
        dump.push(...rows.map(({ row }) => row))
      }
      const all = dump.join('\n')
      for (const [what, text] of secrets) expect([what, all.includes(text)]).toEqual([what, false])
      expect(all).toContain(personal.get('email'))
    } finally {
      await database.close()
    }
  })

  it('no file sent to browsers contains a secret, a private key or a source map [ASVS 13.3.1] [threat 23]', ({
    skip,
  }) => {
    const dist = path.resolve(import.meta.dirname, '../../web/dist')
    if (!existsSync(dist)) skip('the web app is not built; `npm test` builds it first')
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const text = readFileSync(path.join(file.parentPath, file.name), 'latin1')
      expect([file.name, /canary-|BEGIN (RSA |EC )?PRIVATE KEY|sourceMappingURL/.test(text)]).toEqual([
        file.name,
        false,
      ])
    }
  })

  async function useEverything(
    client: Client,
    anonymous: Client,
    { email, password }: { email: string; password: string },
  ): Promise<void> {
    await anonymous.auth.login({ body: { email, password } }).then(({ token }) => secrets.set('second bearer', token))
    await anonymous.auth.login({ body: { email, password: secret('wrong-password') } }).catch(() => {})
    await anonymous.auth.requestPasswordReset({ body: { email } })
    await anonymous.auth
      .resetPassword({ body: { token: secret('no-reset-token'), newPassword: password } })
      .catch(() => {})
    await client.auth.verifyEmail({ body: { token: secret('no-verify-token') } }).catch(() => {})
    await client.auth.resendVerification().catch(() => {})
    await client.users.changeProfile({ body: { firstName: own('new-first-name'), lastName: own('new-last-name') } })
    await client.users
      .changePassword({ body: { currentPassword: secret('not-current'), newPassword: secret('not-taken') } })
      .catch(() => {})
    await client.youtube.videos({ query: { query: own('search') } })
    const phrase = own('caption-words')
    const words = Array.from({ length: 60 }, (_, i) => `Sentence ${i} about ${phrase} is long enough to be told again.`)
    await client.summaries.upload({
      query: { name: own('file-name') },
      body: new TextEncoder().encode(words.join(' ')),
    })
    const { id } = await client.summaries.request({ body: { urlOrId: 'WL5NPuWAKJo', type: youtube } })
    const { audioUrl } = await untilState(client, id, 'ready')
    secrets.set('audio signature', new URL(audioUrl!, url).searchParams.get('signature')!)
    await fetch(url + audioUrl)
    const { shareToken } = await client.summaries.change({ params: { id }, body: { shared: true } })
    secrets.set('share token', shareToken!)
    await anonymous.summaries.shared({ params: { token: shareToken! } })
    const device = JSON.stringify({
      endpoint: `https://push.example.net/${secret('push-endpoint')}`,
      keys: browserKeys(),
    })
    await client.notifications.registerToken({ body: { token: device, platform: 'web' } })
    await client.notifications.test()
  }
})
