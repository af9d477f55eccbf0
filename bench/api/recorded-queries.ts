import pg from 'pg'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

/** What a piece of work asks of the database in this process, in order; the queue's own questions are left out. */
export async function queriesOf(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const [asked, values] = args as unknown as [string | { text: string; values?: unknown[] }, unknown[]?]
    const text = typeof asked === 'string' ? asked : asked.text
    const given = (typeof asked === 'string' ? values : asked.values) ?? []
    if (/^\s*(select|with)/i.test(text) && !text.includes('pgboss')) recorded.push({ text, values: given })
    return (query as (...all: never[]) => never).apply(this, args)
  } as typeof query
  try {
    await work()
    return recorded
  } finally {
    pg.Client.prototype.query = query
  }
}
