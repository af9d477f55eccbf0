import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

/** How the mail server treats the next mails: it takes them, or it is one of the ways in which servers fail. */
export type Treatment =
  | 'take'
  | { refuseReceiver: number }
  | { refuseAfterData: number }
  | 'hang after data'
  | 'cut after data'
  | 'take and cut'
  | 'never greet'

export interface SmtpTwin {
  url: string
  port: number
  /** What it took over, in order. */
  taken: ParsedMail[]
  /** How often somebody began to hand over a mail. */
  attempts: number
  treat(treatment: Treatment): void
  close(): Promise<void>
}

/** A real SMTP server on this machine. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<SmtpTwin> {
  let next: Treatment = 'take'
  /** A mail is treated to its end as it was begun with, whatever is to happen to the one after it. */
  const begun = new WeakMap<SMTPServerSession, Treatment>()
  const treatmentOf = (session: SMTPServerSession) => begun.get(session) ?? next
  const refusal = (code: number) => Object.assign(new Error('refused by the test'), { responseCode: code })
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
      begun.set(session, next)
      twin.attempts++
      done()
    },
    onRcptTo(_, session, done) {
      const treatment = treatmentOf(session)
      if (typeof treatment === 'object' && 'refuseReceiver' in treatment) done(refusal(treatment.refuseReceiver))
      else done()
    },
    onData(stream, session, done) {
      const treatment = treatmentOf(session)
      const treated = simpleParser(stream).then(mail => {
        if (treatment === 'take' || treatment === 'take and cut') twin.taken.push(mail)
        if (treatment === 'take') done()
        else if (treatment === 'cut after data' || treatment === 'take and cut') cutAll()
        else if (typeof treatment === 'object' && 'refuseAfterData' in treatment)
          done(refusal(treatment.refuseAfterData))
      })
      // Cut off by the sender: there is nothing to take.
      treated.catch(() => {})
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const twin: SmtpTwin = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken: [],
    attempts: 0,
    treat(treatment) {
      next = treatment
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return twin
}
