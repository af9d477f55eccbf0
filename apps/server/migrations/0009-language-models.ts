import { type Kysely, sql } from 'kysely'

/** Costs and saved answers of the language model, and the focus of a summary. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table recaps add column focus text, add column cost jsonb',
  `create table model_notes (
    recap_id bigint not null references recaps (id) on delete cascade, key text not null, note jsonb not null,
    primary key (recap_id, key))`,
]
