import { Kysely, type TransactionBuilder } from 'kysely'
import { hasCode } from '../errors.ts'

/** Of two transactions that wait for each other PostgreSQL undoes one, which may then be done again: so may one that met a newer state. */
const undone = ['40P01', '40001']

const timesAllowed = 3

/** Does a transaction again that PostgreSQL has undone: nothing of it happened, and nobody has to know. */
export class RepeatingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    const execute: typeof once = async work => {
      for (let times = 1; ; times++) {
        try {
          return await once(work)
        } catch (error) {
          if (times >= timesAllowed || !undone.some(code => hasCode(error, code))) throw error
        }
      }
    }
    return Object.assign(builder, { execute })
  }
}
