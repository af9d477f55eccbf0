import { type Kysely, sql } from 'kysely'

/** What a language model costs and has noted so far, and what a reader wants to know most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table recaps add column focus text, add column cost jsonb',
  `create table model_notes (
    recap_id bigint not null references recaps (id) on delete cascade, key text not null, note jsonb not null,
    primary key (recap_id, key))`,
]
