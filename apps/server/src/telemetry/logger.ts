import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { ProviderError } from '../errors.ts'

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

/** What is told of an error. Nothing else of it is: drivers of databases hang the values of a failed query on theirs. */
const toldOfErrors = ['type', 'message', 'stack', 'code', 'table', 'constraint', 'query']

function told(error: Error): object {
  const names = error instanceof ProviderError ? [...toldOfErrors, 'provider', 'detail'] : toldOfErrors
  return Object.fromEntries(Object.entries(pino.stdSerializers.err(error)).filter(([name]) => names.includes(name)))
}

/** Structured log lines on standard output; pretty ones on a terminal. */
export function createLogger(
  options: { level: string; format: 'json' | 'pretty' },
  destination?: DestinationStream,
): Logger {
  const settings: LoggerOptions = {
    level: options.level,
    redact: { paths: redacted, censor: '[hidden]' },
    serializers: { err: told },
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
