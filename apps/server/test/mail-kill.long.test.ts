import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type MailPoint, mailPoints } from '../src/features/notifications/points.ts'
import { addressOf } from './mailbox.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { startSmtp } from './smtp.ts'
import { password } from './start-server.ts'
import { eventually } from './waiting.ts'

describe('a server that is killed on the way of a mail, on the embedded database', { timeout: 300_000 }, async () => {
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

  /** Registers somebody and dies at the point; gives what the mail server took for them when all has come to rest. */
  async function dieAt(point: MailPoint, email: string) {
    server.dieAt(point)
    const registered = server.client('').auth.register({ body: { email, password } })
    registered.catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
    return () => smtp.taken.filter(mail => addressOf(mail) === email)
  }
  const quiet = () => new Promise(resolve => setTimeout(resolve, 3_000))

  beforeAll(async () => {
    server = await forkServer(env).serving
  }, 300_000)
  afterAll(async () => {
    await server?.kill('SIGKILL')
    await Promise.all([fake.close(), smtp.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['mail-begun', 'mail-composed', 'mail-accepted', 'mail-sent'] as const)(
    'sends it all the same after %s, and never as another mail',
    async point => {
      const taken = await dieAt(point, `${point}@example.com`)
      const isInWindow = point === 'mail-accepted'
      await eventually(
        async () => taken().length,
        count => count >= (isInWindow ? 2 : 1),
      )
      await quiet()
      // Between the server's word and our row nobody can know: there it comes twice, as the same mail.
      expect(taken()).toHaveLength(isInWindow ? 2 : 1)
      expect(new Set(taken().map(mail => mail.messageId)).size).toBe(1)
      expect(new Set(taken().map(mail => mail.text)).size).toBe(1)
    },
  )

  it('does not count what the crash cut off: a refusal after it still has its one more attempt', async () => {
    smtp.treat({ refuseReceiver: 450 })
    smtp.attempts = 0
    await dieAt('mail-begun', 'counted@example.com')
    await eventually(
      async () => smtp.attempts,
      attempts => attempts >= 2,
    )
    await quiet()
    expect(smtp.attempts).toBe(2)
    smtp.treat('take')
  })

  it.each(['mail-put-off', 'mail-failed'] as const)('keeps what became of it after %s', async point => {
    smtp.treat({ refuseReceiver: 550 })
    smtp.attempts = 0
    const taken = await dieAt(point, `${point}@example.com`)
    await eventually(
      async () => smtp.attempts,
      attempts => attempts >= 2,
    )
    await quiet()
    expect([smtp.attempts, taken()]).toEqual([2, []])
    smtp.treat('take')
  })

  it('has gone through every point there is', () => {
    expect([...mailPoints].sort()).toEqual(
      ['mail-accepted', 'mail-begun', 'mail-composed', 'mail-failed', 'mail-put-off', 'mail-sent'].sort(),
    )
  })
})
