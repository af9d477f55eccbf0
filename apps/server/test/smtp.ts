import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** How the mail server handles the next mails: it accepts them, or fails in one of the ways of real servers. */
export type MailTreatment =
  | 'take'
  | { refuseReceiver: number }
  | { refuseAfterData: number }
  | 'hang after data'
  | 'cut after data'
  | 'take and cut'
  | 'never greet'

export interface FakeSmtp {
  url: string
  port: number
  /** The accepted mails, in order. */
  accepted: ParsedMail[]
  /** How many of them came over TLS. */
  encrypted: number
  /** Their envelopes, in order. */
  envelopes: SMTPServerEnvelope[]
  /** How many mails clients started to send. */
  attempts: number
  treat(treatment: MailTreatment): void
  close(): Promise<void>
}

/** A real SMTP server on this machine. It offers STARTTLS with a self-signed certificate, and requires it with `needsTls`. */
export async function startSmtp({
  needsTls = false,
  ...options
}: SMTPServerOptions & { needsTls?: boolean } = {}): Promise<FakeSmtp> {
  let next: MailTreatment = 'take'
  /** A mail keeps the treatment that was set when it started, even if the treatment of the next one changes. */
  const started = new WeakMap<SMTPServerSession, MailTreatment>()
  const treatmentOf = (session: SMTPServerSession) => started.get(session) ?? next
  const refusal = (code: number, text = 'refused by the test') => Object.assign(new Error(text), { responseCode: code })
  const cutAll = () => {
    for (const connection of server.connections as Set<{ _socket: { destroy(): void } }>) connection._socket.destroy()
  }
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    logger: false,
    ...options,
    onConnect(_, done) {
      if (next !== 'never greet') done()
    },
    onMailFrom(_, session, done) {
      started.set(session, next)
      fake.attempts++
      if (needsTls && !session.secure) done(refusal(530, 'Must issue a STARTTLS command first'))
      else done()
    },
    onRcptTo(_, session, done) {
      const treatment = treatmentOf(session)
      if (typeof treatment === 'object' && 'refuseReceiver' in treatment) done(refusal(treatment.refuseReceiver))
      else done()
    },
    onData(stream, session, done) {
      const treatment = treatmentOf(session)
      const { envelope } = session
      const treated = simpleParser(stream).then(mail => {
        if (treatment === 'take' || treatment === 'take and cut') {
          fake.accepted.push(mail)
          fake.envelopes.push(envelope)
          if (session.secure) fake.encrypted++
        }
        if (treatment === 'take') done()
        else if (treatment === 'cut after data' || treatment === 'take and cut') cutAll()
        else if (typeof treatment === 'object' && 'refuseAfterData' in treatment)
          done(refusal(treatment.refuseAfterData))
      })
      // The sender hung up: there is no mail to accept.
      treated.catch(() => {})
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const fake: FakeSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    accepted: [],
    envelopes: [],
    encrypted: 0,
    attempts: 0,
    treat(treatment) {
      next = treatment
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return fake
}

/** Ways to break the STARTTLS that is offered: in the reply, or during the handshake. */
export const brokenStartTls = {
  'refuses it': client => client.write('454 4.7.0 TLS not available\r\n'),
  'does not know it': client => client.write('502 5.5.1 Command not implemented\r\n'),
  'hangs up when asked': client => client.destroy(),
  'never answers': () => {},
  'hangs up in the handshake': client => client.end('220 Ready\r\n'),
  'answers the handshake with text': client => client.write('220 Ready\r\n500 What?\r\n500 What?\r\n'),
  'is silent in the handshake': client => client.write('220 Ready\r\n'),
} satisfies Record<string, (client: Socket) => unknown>

/** A proxy in front of a mail server that forwards everything but breaks STARTTLS. */
export async function startStartTlsBreaker(port: number, kind: keyof typeof brokenStartTls) {
  const open = new Set<Socket>()
  const breaker = createServer(client => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    const forward = (chunk: Buffer) => {
      if (!/^STARTTLS\r\n/.test(chunk.toString('latin1'))) return void server.write(chunk)
      if (kind.includes('handshake')) client.off('data', forward)
      brokenStartTls[kind](client)
    }
    client.on('data', forward)
    client.on('close', () => server.destroy())
    server.on('data', chunk => client.write(chunk))
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(breaker, 'listening')
  return {
    port: (breaker.address() as AddressInfo).port,
    close() {
      for (const socket of open) socket.destroy()
      breaker.close()
    },
  }
}
