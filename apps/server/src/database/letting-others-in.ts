import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/**
 * PGlite computes on the main thread and answers without ever leaving the turn of the event loop that it was asked in: a
 * transaction of twenty statements would hold everything else up from its first statement to its last. Each message of its
 * protocol gets a turn of its own here.
 */
export function lettingOthersIn(pglite: PGlite): PGlite {
  const execute = pglite.execProtocolStream.bind(pglite)
  pglite.execProtocolStream = async (...message) => {
    await nextTurn()
    return await execute(...message)
  }
  return pglite
}
