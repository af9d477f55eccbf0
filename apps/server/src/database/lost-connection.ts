/**
 * PostgreSQL's codes for a connection that broke (08), a server that stops, starts or has crashed (57P), a statement that took
 * too long (57014), too many clients, no room on the disk or in memory (53), and a transaction in which we stood still for too
 * long (25P03).
 */
const codesOfServer = /^(?:08\w{3}|57P0[1-5]|57014|53\w{3}|25P03)$/
const codesOfNetwork = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What the driver says without a code. */
const words =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/

/** Whether the driver gave up waiting for the answer to a statement. */
export const isOverdue = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** Whether the database's disk or memory is full. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^53[12]00$/.test(error.code)

/** Whether the database could not be reached or has no room, as against refusing a query: the same query may succeed later. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLostConnection)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codesOfServer.test(code) || codesOfNetwork.has(code) || words.test(error.message) || isOverdue(error)
}
