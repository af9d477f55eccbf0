import { Kysely, type TransactionBuilder } from 'kysely'
import { hasErrorCode } from '../errors.ts'

/** Deadlock and serialization failure: PostgreSQL rolled the transaction back, and a retry can succeed. */
const retryableCodes = ['40P01', '40001']

const maxAttempts = 3

/** Retries transactions that PostgreSQL rolled back because of a deadlock or a serialization failure. */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    const execute: typeof once = async work => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(work)
        } catch (error) {
          if (attempt >= maxAttempts || !retryableCodes.some(code => hasErrorCode(error, code))) throw error
        }
      }
    }
    return Object.assign(builder, { execute })
  }
}
