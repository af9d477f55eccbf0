/**
 * PostgreSQL's error codes for a broken connection (08), a server that stops, starts or has crashed (57P), a statement timeout
 * (57014), too many clients, a full disk or memory (53), and a transaction that was idle for too long (25P03).
 */
const serverCodes = /^(?:08\w{3}|57P0[1-5]|57014|53\w{3}|25P03)$/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Driver errors that have no code. */
const driverMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/

/** Whether a statement exceeded the driver's `query_timeout`. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** Whether the database's disk or memory is full. */
export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^53[12]00$/.test(error.code)

/** Whether the database is unreachable or out of space, so that the same query may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return serverCodes.test(code) || networkCodes.has(code) || driverMessages.test(error.message) || isQueryTimeout(error)
}
