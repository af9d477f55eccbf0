import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '../src/database/open.ts'

/** Finds the rows that contain one of the texts, in every table of the product and its queue. Returns one sentence per match. */
export async function rowsContaining(db: Db, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { name } of tables)
    for (const text of texts) {
      const { rows } = await sql<{ row: string }>`
        select left(t::text, 300) as row from ${sql.raw(name)} as t where position(${text} in t::text) > 0`.execute(db)
      found.push(...rows.map(({ row }) => `${name} contains "${text}": ${row}`))
    }
  return found
}

/** Finds the files in a folder whose path or content (gunzipped) contains one of the texts. Returns one sentence per match. */
export function filesContaining(folder: string, texts: readonly string[]): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .flatMap(entry => {
      const file = path.join(entry.parentPath, entry.name)
      const bytes = readFileSync(file)
      const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
      return texts
        .filter(text => plain.includes(text) || file.includes(text))
        .map(text => `${path.relative(folder, file)} contains "${text}"`)
    })
}

export const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
    : []
