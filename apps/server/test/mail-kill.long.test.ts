import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type MailKillPoint, mailKillPoints } from '../src/features/notifications/kill-points.ts'
import { recipientAddress } from './mailbox.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { startSmtp } from './smtp.ts'
import { password } from './start-server.ts'
import { eventually } from './wait-for.ts'

describe('a server that is killed while sending a mail, on the embedded database', { timeout: 300_000 }, async () => {
  const fake = await startFakeYoutube()
  const smtp = await startSmtp()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-mail-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = {
    DATA_DIR: dataDir,
    YOUTUBE_URL: fake.url,
    THREADS: '1',
    MAIL_URL: smtp.url,
    MAIL_FROM: 'no-reply@recaps.example',
    MAIL_RETRY_SECONDS: '1',
  }
  let server: ServerProcess

  /** Registers a user and kills the server at the point. Returns a function that lists the user's mails at the mail server. */
  async function dieAt(point: MailKillPoint, email: string) {
    server.dieAt(point)
    const registered = server.client('').auth.register({ body: { email, password } })
    registered.catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
    return () => smtp.accepted.filter(mail => recipientAddress(mail) === email)
  }
  const quietPeriod = () => new Promise(resolve => setTimeout(resolve, 3_000))

  beforeAll(async () => {
    server = await forkServer(env).serving
  }, 300_000)
  afterAll(async () => {
    await server?.kill('SIGKILL')
    await Promise.all([fake.close(), smtp.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['mail-begun', 'mail-composed', 'mail-accepted', 'mail-sent'] as const)(
    'a server killed at %s still sends the mail, and never as a different mail',
    async point => {
      const taken = await dieAt(point, `${point}@example.com`)
      const isSentTwice = point === 'mail-accepted'
      await eventually(
        async () => taken().length,
        count => count >= (isSentTwice ? 2 : 1),
      )
      await quietPeriod()
      // After a crash between the mail server's reply and our database update, the outcome is unknown: the same mail is sent again.
      expect(taken()).toHaveLength(isSentTwice ? 2 : 1)
      expect(new Set(taken().map(mail => mail.messageId)).size).toBe(1)
      expect(new Set(taken().map(mail => mail.text)).size).toBe(1)
    },
  )

  it('a crash does not count as an attempt: a mail that is refused afterwards is still retried once', async () => {
    smtp.treat({ refuseReceiver: 450 })
    smtp.attempts = 0
    await dieAt('mail-begun', 'counted@example.com')
    await eventually(
      async () => smtp.attempts,
      attempts => attempts >= 2,
    )
    await quietPeriod()
    expect(smtp.attempts).toBe(2)
    smtp.treat('take')
  })

  it.each(['mail-put-off', 'mail-failed'] as const)(
    'a server killed at %s keeps the result of a refused mail',
    async point => {
      smtp.treat({ refuseReceiver: 550 })
      smtp.attempts = 0
      const taken = await dieAt(point, `${point}@example.com`)
      await eventually(
        async () => smtp.attempts,
        attempts => attempts >= 2,
      )
      await quietPeriod()
      expect([smtp.attempts, taken()]).toEqual([2, []])
      smtp.treat('take')
    },
  )

  it('these tests cover every kill point of mails', () => {
    expect([...mailKillPoints].sort()).toEqual(
      ['mail-accepted', 'mail-begun', 'mail-composed', 'mail-failed', 'mail-put-off', 'mail-sent'].sort(),
    )
  })
})
