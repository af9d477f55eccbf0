import { createServer } from 'node:net'
import { emailKey } from '@recaps/domain/email-address'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { addressOf } from '../../../test/mailbox.ts'
import { brokenStartTls, type FakeSmtp, startBreaker, startSmtp, type Treatment } from '../../../test/smtp.ts'
import { systemClock } from '../../ports/clock.ts'
import type { MailMessage } from '../../ports/mail.ts'
import { mailConformance } from './conformance.ts'
import { smtpMail } from './smtp.ts'

const from = { name: 'Recaps', address: 'no-reply@recaps.example' }
const patience = { connectMs: 2_000, greetingMs: 1_000, silenceMs: 1_000, wholeMs: 10_000 }
const message: MailMessage = { to: 'a@example.com', subject: 's', html: '<p>h</p>', text: 't', messageId: '<a@b.c>' }
const mailTo = (url: string, change: Partial<typeof patience> = {}) =>
  smtpMail({ url, from, clock: systemClock, patience: { ...patience, ...change } })

/** What a mail is refused with. */
const refusalOf = async (sending: Promise<void>) =>
  sending.then(
    () => 'was taken',
    (error: { provider?: string; code?: string; detail?: string; said?: string }) => error,
  )

describe('a mail server', () => {
  let fake: FakeSmtp
  beforeAll(async () => {
    fake = await startSmtp()
  })
  afterAll(() => fake.close())

  mailConformance(async () => {
    const before = fake.taken.length
    return {
      mail: smtpMail({ url: fake.url, from, clock: systemClock }),
      received: async () => fake.taken.slice(before),
    }
  })

  it.each([
    [{ refuseReceiver: 450 }, 'EENVELOPE 450'],
    [{ refuseReceiver: 550 }, 'EENVELOPE 550'],
    [{ refuseAfterData: 421 }, 'EMESSAGE 421'],
    ['hang after data', 'ETIMEDOUT'],
    ['cut after data', 'ECONNECTION'],
    ['never greet', 'ETIMEDOUT'],
  ] satisfies [Treatment, string][])('that fails is told apart: %j', async (treatment, detail) => {
    fake.treat(treatment)
    const startedAt = performance.now()
    const refusal = await refusalOf(mailTo(fake.url).send(message))
    expect(refusal).toMatchObject({ provider: 'smtp', code: 'mail_failed', retryable: true, detail })
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    fake.treat('take')
  })

  it.each([
    ['info@münchen.example', false],
    ['ada@xn--mnchen-3ya.example', false],
    ['用户@例え.example', true],
    ['jörg@example.com', true],
  ])('takes mails to %s, with SMTPUTF8 where its name needs that: %s', async (to, isUtf8) => {
    await mailTo(fake.url).send({ ...message, to })
    const envelope = fake.envelopes.at(-1)!
    // Without SMTPUTF8 the domain came as it is sent ("xn--…"), which the server writes in letters again.
    expect(envelope.rcptTo.map(({ address }) => emailKey(address))).toEqual([emailKey(to)])
    expect(Boolean((envelope as { smtpUtf8?: boolean }).smtpUtf8)).toBe(isUtf8)
    expect(emailKey(addressOf(fake.taken.at(-1)!))).toBe(emailKey(to))
  })

  it('that drips a byte now and then is left when the whole takes too long', async () => {
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
    const mail = mailTo(`smtp://127.0.0.1:${port}`, { greetingMs: 60_000, wholeMs: 500 })
    expect(await refusalOf(mail.send(message))).toMatchObject({ code: 'mail_failed' })
    for (const socket of sockets) socket.destroy()
    dripping.close()
  })

  it('that is not there is told within the time for connecting', async () => {
    expect(await refusalOf(mailTo('smtp://127.0.0.1:1').send(message))).toMatchObject({ detail: 'ESOCKET' })
  })

  it('is left at once when the process stops', async () => {
    fake.treat('hang after data')
    const stop = new AbortController()
    const sending = mailTo(fake.url, { silenceMs: 60_000, wholeMs: 60_000 }).send(message, { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopping')), 200)
    await expect(sending).rejects.toThrow('stopping')
    fake.treat('take')
  })
})

describe('a mail server that asks who one is', () => {
  const seen: (string | null | undefined)[][] = []
  let fake: FakeSmtp
  beforeAll(async () => {
    fake = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _, done) {
        seen.push([username, password])
        if (password === 'p@ss word') done(null, { user: username })
        else done(new Error('535 wrong'))
      },
    })
  })
  afterAll(() => fake.close())

  it('is told name and password, as the address has them', async () => {
    await mailTo(`smtp://us%40er:p%40ss%20word@127.0.0.1:${fake.port}`).send(message)
    expect(seen.at(-1)).toEqual(['us@er', 'p@ss word'])
    expect(fake.taken).toHaveLength(1)
  })

  it('refuses a wrong one without the password standing in what we say about it', async () => {
    const refusal = await refusalOf(mailTo(`smtp://user:canary-secret@127.0.0.1:${fake.port}`).send(message))
    expect(refusal).toMatchObject({ detail: 'EAUTH 535' })
    expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain('canary-secret')
  })
})

describe('STARTTLS', () => {
  /** This machine under a name that is not a loopback one. */
  const elsewhere = '[::ffff:127.0.0.1]'
  const kinds = Object.keys(brokenStartTls) as (keyof typeof brokenStartTls)[]

  async function start(options: Parameters<typeof startSmtp>[0] = {}): Promise<FakeSmtp> {
    const fake = await startSmtp(options)
    onTestFinished(() => fake.close())
    return fake
  }
  async function startBroken(kind: keyof typeof brokenStartTls, options: Parameters<typeof startSmtp>[0] = {}) {
    const fake = await start(options)
    const breaker = await startBreaker(fake.port, kind)
    onTestFinished(() => breaker.close())
    return { fake, port: breaker.port }
  }
  const asking = { authOptional: false, onAuth: (_: unknown, __: unknown, done: Done) => done(null, { user: 'user' }) }
  type Done = (error: null, answer: { user: string }) => void

  it.each(['127.0.0.1', 'localhost'])('encrypts mail to %s where the server requires it', async host => {
    const fake = await start({ needsTls: true })
    await mailTo(`smtp://${host}:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 1, taken: [{ subject: 's' }] })
  })

  it('encrypts name and password on this machine where the server takes them in no other way', async () => {
    const fake = await start(asking)
    await mailTo(`smtp://user:password@127.0.0.1:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 1, taken: [{ subject: 's' }] })
  })

  it('encrypts mail on this machine where it is offered, whoever signed the certificate', async () => {
    const fake = await start()
    await mailTo(fake.url).send(message)
    expect(fake).toMatchObject({ encrypted: 1, taken: [{ subject: 's' }] })
  })

  it('accepts a self-signed certificate on this machine by smtps:// as well', async () => {
    const fake = await start({ secure: true })
    await mailTo(`smtps://127.0.0.1:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 1, taken: [{ subject: 's' }] })
  })

  it.each(['127.0.0.1', elsewhere])('sends in the clear to %s where it is not offered', async host => {
    const fake = await start({ disabledCommands: ['STARTTLS'] })
    await mailTo(`smtp://${host}:${fake.port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 0, taken: [{ subject: 's' }] })
  })

  it.each(kinds)('sends in the clear on this machine where the server offers it and %s', async kind => {
    const { fake, port } = await startBroken(kind, { ...asking, allowInsecureAuth: true })
    await mailTo(`smtp://user:password@127.0.0.1:${port}`).send(message)
    expect(fake).toMatchObject({ encrypted: 0, attempts: 1, taken: [{ subject: 's' }] })
  })

  it.each(kinds)('says both reasons where the server requires it and %s', async kind => {
    const { fake, port } = await startBroken(kind, { needsTls: true })
    expect(await refusalOf(mailTo(`smtp://127.0.0.1:${port}`).send(message))).toMatchObject({
      code: 'mail_failed',
      retryable: true,
      detail: expect.stringMatching(/^STARTTLS failed \(\w+( \d+)?\), then EENVELOPE 530$/),
      said: expect.stringContaining('Must issue a STARTTLS command first'),
    })
    expect(fake.taken).toEqual([])
  })

  it.each(kinds)('sends nothing to another machine that offers it and %s', async kind => {
    const { fake, port } = await startBroken(kind)
    expect(await refusalOf(mailTo(`smtp://${elsewhere}:${port}`).send(message))).toMatchObject({ code: 'mail_failed' })
    expect([fake.attempts, fake.taken]).toEqual([0, []])
  })

  it('sends nothing to another machine with a self-signed certificate', async () => {
    const [clear, secure] = [await start(), await start({ secure: true })]
    for (const url of [`smtp://${elsewhere}:${clear.port}`, `smtps://${elsewhere}:${secure.port}`])
      expect(await refusalOf(mailTo(url).send(message))).toMatchObject({ code: 'mail_failed', retryable: true })
    expect([clear.taken, secure.taken]).toEqual([[], []])
  })

  it('sends a mail once where the server fails after the encryption', async () => {
    const fake = await start({ needsTls: true })
    fake.treat('take and cut')
    expect(await refusalOf(mailTo(fake.url).send(message))).toMatchObject({ detail: 'ECONNECTION' })
    expect([fake.attempts, fake.taken.length]).toEqual([1, 1])
  })
})

describe('name and password', () => {
  it('are never sent in the clear to another machine [ASVS 12.3.2]', async () => {
    // This machine under a name that is not a loopback one, from a server that offers no encryption.
    const seen: string[] = []
    const fake = await startSmtp({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ password }, _, done) {
        seen.push(password ?? '')
        done(null, { user: 'user' })
      },
    })
    const mail = mailTo(`smtp://user:canary-secret@[::ffff:127.0.0.1]:${fake.port}`)
    expect(await refusalOf(mail.send(message))).toMatchObject({
      code: 'mail_failed',
      detail: expect.stringMatching(/ETLS|ESOCKET/),
    })
    expect([seen, fake.taken]).toEqual([[], []])
    await fake.close()
  })
})
