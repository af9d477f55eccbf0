import type { SummaryState } from '@recaps/contract/summaries'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { matchesSearch, parseSearch, searchScore } from './search-summaries.ts'
import { type SummaryRow, selectSummaries, summaryState } from './summaries-repository.ts'

/** The last summary of a page. `score` is its search score; null in lists sorted by age. */
export interface ListPosition {
  id: number
  score: number | null
}

export interface ListFilter {
  /** The end of the previous page, in the same order. */
  after: ListPosition | null
  /** By age. If not set, a search lists the best matches first, and any other list the newest summaries. */
  order?: 'newest' | 'oldest' | null
  limit: number
  q?: string | null
  channel?: string | null
  origin?: string | null
  state?: string | null
  /** Only summaries with these ids. */
  among?: readonly number[] | null
}

export type ListedSummary = SummaryRow & { score: number }

export const isSortedByScore = ({ q, order }: Pick<ListFilter, 'q' | 'order'>): boolean => Boolean(q) && !order

/** One page of the user's summaries (keyset pagination). */
export async function listSummaries(db: Db, userId: number, filter: ListFilter): Promise<ListedSummary[]> {
  const search = filter.q ? await parseSearch(db, filter.q) : null
  const score = searchScore(search)
  let query = selectSummaries(db)
    .leftJoin('search_documents', 'search_documents.recap_id', 'summaries.recap_id')
    .select(score.as('score'))
    .where('summaries.user_id', '=', userId)
    .where('summaries.deleted_at', 'is', null)
    .limit(filter.limit)
  if (search) query = query.where(matchesSearch(search))
  if (filter.among)
    query = filter.among.length > 0 ? query.where('summaries.id', 'in', filter.among) : query.where(sql<boolean>`false`)
  if (filter.channel) query = query.where('videos.channel_id', '=', filter.channel)
  if (filter.origin) query = query.where('summaries.origin', '=', filter.origin as SummaryRow['origin'])
  if (filter.state === 'unread')
    query = query.where('summaries.opened_at', 'is', null).where(summaryState, 'in', ['readable', 'ready'])
  else if (filter.state === 'with_audio') query = query.where('audios.state', '=', 'ready')
  else if (filter.state) query = query.where(summaryState, '=', filter.state as SummaryState)

  const { after } = filter
  if (isSortedByScore(filter)) {
    if (after)
      query = query.where(sql<boolean>`(${score}, summaries.id) < (${after.score}::integer, ${after.id}::bigint)`)
    return await query.orderBy('score', 'desc').orderBy('summaries.id', 'desc').execute()
  }
  const isOldestFirst = filter.order === 'oldest'
  if (after) query = query.where('summaries.id', isOldestFirst ? '>' : '<', after.id)
  return await query.orderBy('summaries.id', isOldestFirst ? 'asc' : 'desc').execute()
}
