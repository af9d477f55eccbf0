import { isVideoId, parseVideoLink } from '@recaps/domain/video-url'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/open.ts'

/** What a user searches for. */
export interface Search {
  /** As typed. */
  text: string
  /** A tsquery for each word; all of them must match. Empty where nothing but signs was typed. */
  clauses: readonly string[]
}

/** Folds the words of a search as the database folded those of the summaries, and reads links and ids of videos out of it. */
export async function readSearch(db: Db, text: string): Promise<Search> {
  const words: string[] = []
  const linked: string[] = []
  const clauses: string[] = []
  for (const token of text.split(/\s+/)) {
    const link = parseVideoLink(token)
    if (link.kind !== 'video') words.push(token)
    // Words may have the form of an id: `programmers`.
    else if (isVideoId(token)) clauses.push(anyOf([lexeme(token), allOf(await clausesOf(db, token))]))
    else linked.push(lexeme(link.videoId))
  }
  if (linked.length > 0) clauses.push(anyOf(linked))
  return { text, clauses: [...clauses, ...(await clausesOf(db, words.join(' ')))] }
}

async function clausesOf(db: Db, text: string): Promise<string[]> {
  const { rows } = await sql<{ clauses: string[] }>`select search_clauses(${text}) as clauses`.execute(db)
  return rows[0]!.clauses
}

const lexeme = (videoId: string): string => `'${videoId}'`
const anyOf = (clauses: readonly string[]): string => clauses.map(clause => `(${clause})`).join(' | ')
const allOf = (clauses: readonly string[]): string => clauses.map(clause => `(${clause})`).join(' & ')

/** Whether the user may read the text. Another user's is never searched, although both share the recap. */
const mayRead = sql`(summaries.cancelled_at is null and recaps.state = 'readable')`

/** Of an entry joined with its search document. */
export function isFound({ text, clauses }: Search): RawBuilder<boolean> {
  if (clauses.length === 0) return hasSigns(text)
  const all = sql`${allOf(clauses)}::tsquery`
  return sql`(search_documents.everything @@ ${all}
    and (${mayRead} or (search_documents.title || search_documents.channel) @@ ${all}))`
}

/** Signs such as `%` and emoji are in no document of words. */
function hasSigns(text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(videos.title ilike ${pattern} or videos.channel ilike ${pattern}
    or (${mayRead} and recaps.headline ilike ${pattern}))`
}

/** Each word counts by the best place where it stands: the title before the channel before the headline before the text. */
export function scoreOf(search: Search | null): RawBuilder<number> {
  if (!search || search.clauses.length === 0) return sql`0`
  const points = search.clauses.map(
    clause => sql`case
      when search_documents.title @@ ${clause}::tsquery then 8
      when search_documents.channel @@ ${clause}::tsquery then 4
      when ${mayRead} and search_documents.headline @@ ${clause}::tsquery then 2
      else 1 end`,
  )
  return sql`(${sql.join(points, sql` + `)})`
}

/** So little at once that nobody waits: the embedded database does it on the main thread. */
const indexedAtOnce = 10

/** Indexes some recaps that are older than the search. False when none is left. */
export async function indexSome(db: Db): Promise<boolean> {
  const { rows } = await sql`
    with due as (
      delete from search_backlog where recap_id in (
        select recap_id from search_backlog order by recap_id desc limit ${indexedAtOnce} for update skip locked)
      returning recap_id)
    select index_recap_for_search(recap_id) from due`.execute(db)
  return rows.length > 0
}
