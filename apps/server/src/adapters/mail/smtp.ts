import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mail } from '../../ports/mail.ts'
import { type Sender, toNodemailerMail } from './nodemailer-mail.ts'

/** Time limits for connecting, for the greeting, for inactivity, and for the whole delivery. */
export interface SmtpTimeouts {
  connectMs: number
  greetingMs: number
  idleMs: number
  totalMs: number
}

const defaultTimeouts: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, idleMs: 30_000, totalMs: 90_000 }

/**
 * Sends mails through a mail server: `smtps://` is encrypted from the start, `smtp://` uses STARTTLS if the server offers it. User name
 * and password are never sent in the clear to another machine. On this machine, certificates are not checked, because local servers use
 * self-signed ones, and a server with broken STARTTLS gets the mail in the clear, because that connection cannot be intercepted.
 */
export function smtpMail(options: { url: string; from: Sender; clock: Clock; timeouts?: SmtpTimeouts }): Mail {
  const { connectMs, greetingMs, idleMs, totalMs } = options.timeouts ?? defaultTimeouts
  const { protocol, hostname, port, username, password } = new URL(options.url)
  const isSecure = protocol === 'smtps:'
  const isLocal = isLoopback(hostname)
  const connection: SMTPTransportOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal && username !== '',
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    // The log would contain the password.
    logger: false,
    debug: false,
  }
  const mayUseCleartext = isLocal && !isSecure
  return {
    async send(message, { signal } = {}) {
      const deadline = AbortSignal.timeout(totalMs)
      const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
      const mail = { ...toNodemailerMail(message, options.from, options.clock.now()), signal: stop }
      const failure = await attempt(connection, mail)
      if (!failure) return
      if (!mayUseCleartext || !failure.isBeforeMail || codeOf(failure.error).startsWith('EAUTH'))
        return throwFailure(signal, failure.error)
      const cleartextFailure = await attempt({ ...connection, ignoreTLS: true }, mail)
      if (cleartextFailure) throwFailure(signal, cleartextFailure.error, codeOf(failure.error))
    },
  }
}

interface Failure {
  error: unknown
  /** No part of the mail was sent yet, so another attempt cannot deliver it twice. */
  isBeforeMail: boolean
}

async function attempt(connection: SMTPTransportOptions, mail: SendMailOptions): Promise<Failure | null> {
  let isBeforeMail = true
  const transport = createTransport(connection)
  transport.use('stream', ({ message }, done) => {
    // Nodemailer reads the mail when the connection is ready. The error itself does not show how far it came.
    message.processFunc(content => {
      isBeforeMail = false
      return content
    })
    done()
  })
  return transport.sendMail(mail).then(
    () => null,
    error => ({ error, isBeforeMail }),
  )
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/**
 * The server's response is stored with the mail, for support. The log gets only the codes, because a response may contain the address.
 * `startTlsCode` is the error code of the preceding encrypted attempt.
 */
function throwFailure(signal: AbortSignal | undefined, error: unknown, startTlsCode = codeOf(error)): never {
  signal?.throwIfAborted()
  const { response } = error instanceof Error ? (error as NodemailerError) : {}
  const code = codeOf(error)
  throw new ProviderError({
    provider: 'smtp',
    code: 'mail_failed',
    retryable: true,
    detail: startTlsCode === code ? code : `STARTTLS failed (${startTlsCode}), then ${code}`,
    ...(response ? { providerMessage: response } : {}),
  })
}

function codeOf(error: unknown): string {
  const { code, responseCode } = error instanceof Error ? (error as NodemailerError) : {}
  return [code ?? 'ESOCKET', responseCode].filter(Boolean).join(' ')
}
