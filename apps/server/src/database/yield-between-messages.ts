import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/**
 * PGlite runs on the main thread and answers within the same turn of the event loop, so a transaction of twenty statements
 * would block everything else until its end. This yields to the event loop before each message of the protocol.
 */
export function yieldBetweenMessages(pglite: PGlite): PGlite {
  const execute = pglite.execProtocolStream.bind(pglite)
  pglite.execProtocolStream = async (...message) => {
    await nextTurn()
    return await execute(...message)
  }
  return pglite
}
