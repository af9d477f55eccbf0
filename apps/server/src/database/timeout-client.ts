import pg from 'pg'
import { isQueryTimeout } from './database-unavailable.ts'

/**
 * A PostgreSQL client that closes its connection after a `query_timeout`. A connection can die silently: a firewall drops
 * its state, a machine loses power. The driver would only fail the statement and send the next one on the same connection.
 */
export class TimeoutClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const query = super.query as unknown as (...args: unknown[]) => unknown
    const answer = query.apply(this, args)
    if (answer instanceof Promise)
      answer.catch(error => {
        if (isQueryTimeout(error))
          (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      })
    return answer
  }) as pg.Client['query']
}
