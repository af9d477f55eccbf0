import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mail } from '../../ports/mail.ts'
import { envelopeOf, type Sender } from './envelope.ts'

/** How long is waited: for a connection, for a greeting, for anything at all on the line, and for the whole of it. */
export interface SmtpPatience {
  connectMs: number
  greetingMs: number
  silenceMs: number
  wholeMs: number
}

const patience: SmtpPatience = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 30_000, wholeMs: 90_000 }

/**
 * Hands mails to a mail server: `smtps://` encrypted from the start, `smtp://` by STARTTLS where the server offers it. A user
 * name and a password are never sent in the clear, except on this very machine. There certificates are not checked, as local
 * servers sign their own, and a server whose STARTTLS is broken gets the mail in the clear: nobody listens between the two.
 */
export function smtpMail(options: { url: string; from: Sender; clock: Clock; patience?: SmtpPatience }): Mail {
  const { connectMs, greetingMs, silenceMs, wholeMs } = options.patience ?? patience
  const { protocol, hostname, port, username, password } = new URL(options.url)
  const isSecure = protocol === 'smtps:'
  const isHere = isLoopback(hostname)
  const connection: SMTPTransportOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isHere && username !== '',
    ...(isHere ? { tls: { rejectUnauthorized: false } } : {}),
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // It would write the password that it sends.
    logger: false,
    debug: false,
  }
  const canBeInTheClear = isHere && !isSecure
  return {
    async send(message, { signal } = {}) {
      const deadline = AbortSignal.timeout(wholeMs)
      const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
      const mail = { ...envelopeOf(message, options.from, options.clock.now()), signal: stop }
      const failure = await attempt(connection, mail)
      if (!failure) return
      if (!canBeInTheClear || !failure.isBeforeMail || codeOf(failure.error).startsWith('EAUTH'))
        return refuse(signal, failure.error)
      const inTheClear = await attempt({ ...connection, ignoreTLS: true }, mail)
      if (inTheClear) refuse(signal, inTheClear.error, codeOf(failure.error))
    },
  }
}

interface Failure {
  error: unknown
  /** The connection was not ready yet, so that nothing of the mail was handed over: it cannot arrive twice. */
  isBeforeMail: boolean
}

async function attempt(connection: SMTPTransportOptions, mail: SendMailOptions): Promise<Failure | null> {
  let isBeforeMail = true
  const transport = createTransport(connection)
  transport.use('stream', ({ message }, done) => {
    // The mail is read once the connection stands; an error itself does not say how far it came.
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
 * What the server answered is for support, in the mail's own row; the log gets the codes alone, as an answer may hold the address.
 * `withStartTls`: how the attempt before this one ended, which was to be encrypted.
 */
function refuse(signal: AbortSignal | undefined, error: unknown, withStartTls = codeOf(error)): never {
  signal?.throwIfAborted()
  const { response } = error instanceof Error ? (error as NodemailerError) : {}
  const code = codeOf(error)
  throw new ProviderError({
    provider: 'smtp',
    code: 'mail_failed',
    retryable: true,
    detail: withStartTls === code ? code : `STARTTLS failed (${withStartTls}), then ${code}`,
    ...(response ? { said: response } : {}),
  })
}

function codeOf(error: unknown): string {
  const { code, responseCode } = error instanceof Error ? (error as NodemailerError) : {}
  return [code ?? 'ESOCKET', responseCode].filter(Boolean).join(' ')
}
