import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { ProviderError } from '../errors.ts'

export type Logger = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'> & {
  child(fields: object): Logger
}

/** Fields whose values are never logged, at any depth our log objects have. */
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

/** The only properties logged of an error. Database drivers attach the values of a failed query to theirs. */
const loggedProperties = ['type', 'message', 'stack', 'code', 'table', 'constraint', 'query']

function serializeError(error: Error): object {
  const names = error instanceof ProviderError ? [...loggedProperties, 'provider', 'detail'] : loggedProperties
  return Object.fromEntries(Object.entries(pino.stdSerializers.err(error)).filter(([name]) => names.includes(name)))
}

/** Structured log lines on standard output. The pretty format is for terminals. */
export function createLogger(
  options: { level: string; format: 'json' | 'pretty' },
  destination?: DestinationStream,
): Logger {
  const settings: LoggerOptions = {
    level: options.level,
    redact: { paths: redacted, censor: '[hidden]' },
    serializers: { err: serializeError },
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
  }
  return destination ? pino(settings, destination) : pino(settings)
}

export const silentLogger: Logger = pino({ level: 'silent' })
