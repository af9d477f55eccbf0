import pg from 'pg'
import { isOverdue } from './lost-connection.ts'

/**
 * A connection to PostgreSQL that is closed when an answer is overdue (`query_timeout`). A connection can die without
 * a sign: a firewall drops its state, a machine loses power. The driver alone would fail one statement and queue the next.
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
