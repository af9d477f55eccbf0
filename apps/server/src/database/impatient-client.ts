import pg from 'pg'
import { isOverdue } from './lost-connection.ts'

/**
 * A connection to PostgreSQL that is closed when an answer is overdue (`query_timeout`). A connection can die in silence: a
 * firewall forgets it, a machine loses its power. The driver would only fail the one statement and queue the next behind it.
 */
export class ImpatientClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const query = super.query as unknown as (...args: unknown[]) => unknown
    const answer = query.apply(this, args)
    if (answer instanceof Promise)
      answer.catch(error => {
        if (isOverdue(error))
          (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      })
    return answer
  }) as pg.Client['query']
}
