import { isVideoId, parseVideoLink } from '@recaps/domain/video-url'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/open.ts'

export interface SummarySearch {
  /** As typed. */
  text: string
  /** A tsquery for each word; all of them must match. Empty if the user typed only symbols. */
  clauses: readonly string[]
}

/** Parses a search: folds its words as the index does, and recognizes video links and ids. */
export async function parseSearch(db: Db, text: string): Promise<SummarySearch> {
  const words: string[] = []
  const linked: string[] = []
  const clauses: string[] = []
  for (const token of text.split(/\s+/)) {
    const link = parseVideoLink(token)
    if (link.kind !== 'video') words.push(token)
    // Some words look like a video id: `programmers`.
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

/** The text is searched only if the user may read it, even though the recap is shared with other users. */
const mayRead = sql`(summaries.cancelled_at is null and recaps.state = 'readable')`

/** Condition on a summary joined with its search document. */
export function matchesSearch({ text, clauses }: SummarySearch): RawBuilder<boolean> {
  if (clauses.length === 0) return containsText(text)
  const all = sql`${allOf(clauses)}::tsquery`
  return sql`(search_documents.everything @@ ${all}
    and (${mayRead} or (search_documents.title || search_documents.channel) @@ ${all}))`
}

/** Symbols such as `%` and emoji are not in the word index. */
function containsText(text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(videos.title ilike ${pattern} or videos.channel ilike ${pattern}
    or (${mayRead} and recaps.headline ilike ${pattern}))`
}

/** Sum over the words, each scored by the best field it matches: title 8, channel 4, headline 2, text 1. */
export function searchScore(search: SummarySearch | null): RawBuilder<number> {
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

/** Small batches, because the embedded database indexes on the main thread. */
const batchSize = 10

/** Indexes a batch of recaps created before search existed. Returns false when none are left. */
export async function indexSearchBatch(db: Db): Promise<boolean> {
  const { rows } = await sql`
    with due as (
      delete from search_backlog where recap_id in (
        select recap_id from search_backlog order by recap_id desc limit ${batchSize} for update skip locked)
      returning recap_id)
    select index_recap_for_search(recap_id) from due`.execute(db)
  return rows.length > 0
}
