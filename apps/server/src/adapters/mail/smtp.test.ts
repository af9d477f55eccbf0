import { createServer } from 'node:net'
import { emailKey } from '@recaps/domain/email-address'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { recipientAddress } from '../../../test/mailbox.ts'
import {
  brokenStartTls,
  type FakeSmtp,
  type MailTreatment,
  startSmtp,
  startStartTlsBreaker,
} from '../../../test/smtp.ts'
import { systemClock } from '../../ports/clock.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { mailConformance } from './conformance.ts'
import { smtpMail } from './smtp.ts'

const from = { name: 'Recaps', address: 'no-reply@recaps.example' }
const timeouts = { connectMs: 2_000, greetingMs: 1_000, idleMs: 1_000, totalMs: 10_000 }
const message: MailMessage = { to: 'a@example.com', subject: 's', html: '<p>h</p>', text: 't', messageId: '<a@b.c>' }
const mailTo = (url: string, change: Partial<typeof timeouts> = {}) =>
  smtpMail({ url, from, clock: systemClock, timeouts: { ...timeouts, ...change } })

/** The error with which sending fails. */
const errorOf = async (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: { provider?: string; code?: string; detail?: string; providerMessage?: string }) => error,
  )

describe('mail server', () => {
  let fake: FakeSmtp
  beforeAll(async () => {
    fake = await startSmtp()
  })
  afterAll(() => fake.close())

  mailConformance(async () => {
    const before = fake.accepted.length
    return {
      mail: smtpMail({ url: fake.url, from, clock: systemClock }),
      received: async () => fake.accepted.slice(before),
    }
  })

  it.each([
    [{ refuseReceiver: 450 }, 'EENVELOPE 450'],
    [{ refuseReceiver: 550 }, 'EENVELOPE 550'],
    [{ refuseAfterData: 421 }, 'EMESSAGE 421'],
    ['hang after data', 'ETIMEDOUT'],
    ['cut after data', 'ECONNECTION'],
    ['never greet', 'ETIMEDOUT'],
  ] satisfies [MailTreatment, string][])(
    'reports the failure of a mail server with its error code: %j',
    async (treatment, detail) => {
      fake.treat(treatment)
      const startedAt = performance.now()
      const error = await errorOf(mailTo(fake.url).send(message))
      expect(error).toMatchObject({ provider: 'smtp', code: 'mail_failed', retryable: true, detail })
      expect(performance.now() - startedAt).toBeLessThan(8_000)
      fake.treat('take')
    },
  )

  it.each([
    ['info@münchen.example', false],
    ['ada@xn--mnchen-3ya.example', false],
    ['用户@例え.example', true],
    ['jörg@example.com', true],
  ])('sends mail to %s, using SMTPUTF8 only if the local part needs it: %s', async (to, isUtf8) => {
    await mailTo(fake.url).send({ ...message, to })
    const envelope = fake.envelopes.at(-1)!
    // Without SMTPUTF8 the domain is sent as "xn--…", which the server decodes.
    expect(envelope.rcptTo.map(({ address }) => emailKey(address))).toEqual([emailKey(to)])
    expect(Boolean((envelope as { smtpUtf8?: boolean }).smtpUtf8)).toBe(isUtf8)
    expect(emailKey(recipientAddress(fake.accepted.at(-1)!))).toBe(emailKey(to))
  })

  it('gives up on a mail server that sends single bytes when the total time limit is reached', async () => {
    const sockets = new Set<{ destroy(): void }>()
    const dripping = createServer(socket => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.write('220-')
      const drip = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => clearInterval(drip))
    }).listen(0, '127.0.0.1')
    await new Promise(resolve => dripping.once('listening', resolve))
    const { port } = dripping.address() as { port: number }
    const mail = mailTo(`smtp://127.0.0.1:${port}`, { greetingMs: 60_000, totalMs: 500 })
    expect(await errorOf(mail.send(message))).toMatchObject({ code: 'mail_failed' })
    for (const socket of sockets) socket.destroy()
    dripping.close()
  })

  it('reports an unreachable mail server', async () => {
    expect(await errorOf(mailTo('smtp://127.0.0.1:1').send(message))).toMatchObject({ detail: 'ESOCKET' })
  })

  it('stops sending a mail when the caller aborts', async () => {
    fake.treat('hang after data')
    const stop = new AbortController()
    const sending = mailTo(fake.url, { idleMs: 60_000, totalMs: 60_000 }).send(message, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopping')), 200)
    await expect(sending).rejects.toThrow('stopping')
    fake.treat('take')
  })
})

describe('mail server that requires a login', () => {
  const logins: (string | null | undefined)[][] = []
  let fake: FakeSmtp
  beforeAll(async () => {
    fake = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        logins.push([username, password])
        if (password === 'p@ss word') done(null, { user: username })
        else done(new Error('535 wrong'))
      },
    })
  })
  afterAll(() => fake.close())

  it('logs in to the mail server with the decoded user name and password of the URL', async () => {
    await mailTo(`smtp://us%40er:p%40ss%20word@127.0.0.1:${fake.port}`).send(message)
    expect(logins.at(-1)).toEqual(['us@er', 'p@ss word'])
    expect(fake.accepted).toHaveLength(1)
  })

  it('reports a refused login without the password', async () => {
    const error = await errorOf(mailTo(`smtp://user:canary-secret@127.0.0.1:${fake.port}`).send(message))
    expect(error).toMatchObject({ detail: 'EAUTH 535' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary-secret')
  })
})

describe('STARTTLS', () => {
  /** This machine, under an address that is not recognized as a loopback address. */
  const otherMachine = '[::ffff:127.0.0.1]'
  const kinds = Object.keys(brokenStartTls) as (keyof typeof brokenStartTls)[]

  async function start(options: Parameters<typeof startSmtp>[0] = {}): Promise<FakeSmtp> {
    const fake = await startSmtp(options)
    onTestFinished(() => fake.close())
    return fake
  }
  async function startBroken(kind: keyof typeof brokenStartTls, options: Parameters<typeof startSmtp>[0] = {}) {
    const fake = await start(options)
    const breaker = await startStartTlsBreaker(fake.port, kind)
    onTestFinished(() => breaker.close())
    return { fake, port: breaker.port }
  }
  const requiringLogin = {
    authOptional: false,
    onAuth: (_: unknown, __: unknown, done: Done) => done(null, { user: 'user' }),
  }
  type Done = (error: null, answer: { user: string }) => void

  it.each(['127.0.0.1', 'localhost'])('encrypts mail to %s if the server requires STARTTLS', async host => {
    const fake = await start({ needsTls: true })
    await mailTo(`smtp://${host}:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 1, accepted: [{ subject: 's' }] })
  })

  it('encrypts user name and password on this machine if the server accepts no unencrypted login', async () => {
    const fake = await start(requiringLogin)
    await mailTo(`smtp://user:password@127.0.0.1:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 1, accepted: [{ subject: 's' }] })
  })

  it('encrypts mail on this machine if STARTTLS is offered, even with a self-signed certificate', async () => {
    const fake = await start()
    await mailTo(fake.url).send(message)
    expect(fake).toMatchObject({ encrypted: 1, accepted: [{ subject: 's' }] })
  })

  it('accepts a self-signed certificate of a mail server on this machine over smtps://', async () => {
    const fake = await start({ secure: true })
    await mailTo(`smtps://127.0.0.1:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 1, accepted: [{ subject: 's' }] })
  })

  it.each(['127.0.0.1', otherMachine])('sends mail to %s in the clear if STARTTLS is not offered', async host => {
    const fake = await start({ disabledCommands: ['STARTTLS'] })
    await mailTo(`smtp://${host}:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 0, accepted: [{ subject: 's' }] })
  })

  it.each(kinds)('sends mail in the clear on this machine if the server offers STARTTLS and %s', async kind => {
    const { fake, port } = await startBroken(kind, { ...requiringLogin, allowInsecureAuth: true })
    await mailTo(`smtp://user:password@127.0.0.1:${port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 0, attempts: 1, accepted: [{ subject: 's' }] })
  })

  it.each(kinds)('reports both failures if the server requires STARTTLS and %s', async kind => {
    const { fake, port } = await startBroken(kind, { needsTls: true })
    expect(await errorOf(mailTo(`smtp://127.0.0.1:${port}`).send(message))).toMatchObject({
      code: 'mail_failed',
      retryable: true,
      detail: expect.stringMatching(/^STARTTLS failed \(\w+( \d+)?\), then EENVELOPE 530$/),
      providerMessage: expect.stringContaining('Must issue a STARTTLS command first'),
    })
    expect(fake.accepted).toEqual([])
  })

  it.each(kinds)('sends no mail to another machine that offers STARTTLS and %s', async kind => {
    const { fake, port } = await startBroken(kind)
    expect(await errorOf(mailTo(`smtp://${otherMachine}:${port}`).send(message))).toMatchObject({ code: 'mail_failed' })
    expect([fake.attempts, fake.accepted]).toEqual([0, []])
  })

  it('sends no mail to another machine with a self-signed certificate', async () => {
    const [clear, secure] = [await start(), await start({ secure: true })]
    for (const url of [`smtp://${otherMachine}:${clear.port}`, `smtps://${otherMachine}:${secure.port}`])
      expect(await errorOf(mailTo(url).send(message))).toMatchObject({ code: 'mail_failed', retryable: true })
    expect([clear.accepted, secure.accepted]).toEqual([[], []])
  })

  it('does not send a mail again if the encrypted connection breaks after it was sent', async () => {
    const fake = await start({ needsTls: true })
    fake.treat('take and cut')
    expect(await errorOf(mailTo(fake.url).send(message))).toMatchObject({ detail: 'ECONNECTION' })
    expect([fake.attempts, fake.accepted.length]).toEqual([1, 1])
  })
})

describe('mail login', () => {
  it('never sends user name and password in the clear to another machine [ASVS 12.3.2]', async () => {
    // This machine, under an address that is not recognized as a loopback address. The server offers no encryption.
    const passwords: string[] = []
    const fake = await startSmtp({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ password }, _, done) {
        passwords.push(password ?? '')
        done(null, { user: 'user' })
      },
    })
    const mail = mailTo(`smtp://user:canary-secret@[::ffff:127.0.0.1]:${fake.port}`)
    expect(await errorOf(mail.send(message))).toMatchObject({
      code: 'mail_failed',
      detail: expect.stringMatching(/ETLS|ESOCKET/),
    })
    expect([passwords, fake.accepted]).toEqual([[], []])
    await fake.close()
  })
})
