import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useServer } from './start-server.ts'

describe('database tables', async () => {
  const test = await useServer()

  /** Deleting a row looks up the rows that reference it. Without an index, each deletion reads the whole other table. */
  it('database tables have an index for every foreign key', async () => {
    const { rows } = await sql<{ column: string }>`
      select c.conrelid::regclass || '.' || a.attname as column
      from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i
        where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
      order by 1`.execute(test.server.services.database.db)
    expect(rows.map(({ column }) => column)).toEqual([])
  })

  it.each([
    ['audit_events', 'created_at'],
    ['channel_videos', 'published_at'],
    ['exports', 'expires_at'],
    ['feedback', 'created_at'],
    ['mail_tokens', 'expires_at'],
    ['network_viewers', 'day'],
    ['notices', 'created_at'],
    ['outbox', 'settled_at'],
    ['sessions', 'expires_at'],
    ['uploads', 'expires_at'],
    ['viewers', 'day'],
  ])('the database has an index for the hourly deletion of old rows of %s', async (table, column) => {
    const { rows } = await sql`
      select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${table}::regclass and a.attname = ${column}`.execute(test.server.services.database.db)
    expect(rows).not.toEqual([])
  })
})
