import pg from 'pg'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

/** Records the SELECT queries that `work` runs in this process, in order. Skips queries of the job queue. */
export async function recordQueries(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const [statement, values] = args as unknown as [string | { text: string; values?: unknown[] }, unknown[]?]
    const text = typeof statement === 'string' ? statement : statement.text
    const parameters = (typeof statement === 'string' ? values : statement.values) ?? []
    if (/^\s*(select|with)/i.test(text) && !text.includes('pgboss')) recorded.push({ text, values: parameters })
    return (query as (...all: never[]) => never).apply(this, args)
  } as typeof query
  try {
    await work()
    return recorded
  } finally {
    pg.Client.prototype.query = query
  }
}
