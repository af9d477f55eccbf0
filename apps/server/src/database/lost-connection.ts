/**
 * PostgreSQL's classes for a connection that broke (08), a server that stops, starts or has crashed (57P), too many clients,
 * and a transaction in which we stood still for too long (25P03).
 */
const codesOfServer = /^(?:08\w{3}|57P0[1-5]|53300|25P03)$/
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

/** Whether the database could not be reached, as against refusing a query: the same query may succeed in a moment. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isLostConnection)
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codesOfServer.test(code) || codesOfNetwork.has(code) || words.test(error.message)
}
