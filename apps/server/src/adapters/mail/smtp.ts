import { createTransport, type NodemailerError } from 'nodemailer'
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
 * Hands mails to a mail server: `smtps://` encrypted from the start, `smtp://` by STARTTLS where the server offers it. A
 * user name and a password are never sent in the clear, except on this very machine.
 */
export function smtpMail(options: { url: string; from: Sender; clock: Clock; patience?: SmtpPatience }): Mail {
  const { connectMs, greetingMs, silenceMs, wholeMs } = options.patience ?? patience
  const { protocol, hostname, port, username, password } = new URL(options.url)
  const isSecure = protocol === 'smtps:'
  const isHere = isLoopback(hostname)
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ignoreTLS: isHere,
    requireTLS: !isSecure && !isHere && username !== '',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // It would write the password that it sends.
    logger: false,
    debug: false,
  })
  return {
    async send(message, { signal } = {}) {
      const deadline = AbortSignal.timeout(wholeMs)
      const stop = signal ? AbortSignal.any([signal, deadline]) : deadline
      try {
        await transport.sendMail({ ...envelopeOf(message, options.from, options.clock.now()), signal: stop })
      } catch (error) {
        signal?.throwIfAborted()
        throw refusalOf(error)
      }
    },
  }
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** What the server answered is for support, in the mail's own row; the log gets the codes alone, as an answer may hold the address. */
function refusalOf(error: unknown): ProviderError {
  const { code, responseCode, response } = error instanceof Error ? (error as NodemailerError) : {}
  return new ProviderError({
    provider: 'smtp',
    code: 'mail_failed',
    retryable: true,
    detail: [code ?? 'ESOCKET', responseCode].filter(Boolean).join(' '),
    ...(response ? { said: response } : {}),
  })
}
