import { pino } from 'pino'

export type Logger = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'> & {
  child(fields: object): Logger
}

/** Names of fields whose values never reach a log line, at the depths where our lines carry objects. */
const secretNames = [
  'token',
  'password',
  'newPassword',
  'currentPassword',
  'authorization',
  'cookie',
  'code_verifier',
  'signature',
  'secret',
  'key',
  'url',
  'uploadUrl',
]
const redacted = secretNames.flatMap(name => [name, `*.${name}`, `*.*.${name}`])

/** Structured log lines on standard output; pretty ones on a terminal. */
export function createLogger(options: { level: string; format: 'json' | 'pretty' }): Logger {
  return pino({
    level: options.level,
    redact: { paths: redacted, censor: '[hidden]' },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    ...(options.format === 'pretty'
      ? {
          transport: {
            target: 'pino-pretty',
            options: { translateTime: 'HH:MM:ss', ignore: 'pid,hostname', singleLine: true },
          },
        }
      : {}),
  })
}

export const silentLogger: Logger = pino({ level: 'silent' })
