import type { Pagination } from '@recaps/contract/schemas'
import type { SummaryItem } from '@recaps/contract/summaries'
import { resolveTimeframe, type TimeframeName } from '@recaps/domain/popularity'
import type { Db } from '../../database/open.ts'
import type { Session } from '../../http/router.ts'
import type { Clock } from '../../ports/clock.ts'
import { countPopular, findPopularPage, lockStandings, takeDueRecaps, updateStandings } from './popular-repository.ts'
import type { SummaryReader } from './read-summary.ts'
import { findSummariesOfRecaps } from './summaries-repository.ts'
import { findPopularRecaps } from './visibility.ts'

/** Limits how deep users can page, so that the cost of a page is bounded. */
const listedAtMost = 10_000
/** Keeps transactions and rounds short; the next round continues with the rest. */
const recapsPerBatch = 200
const batchesPerRound = 50

export interface PopularQuery {
  timeframe: TimeframeName
  limit?: number | null
  page?: number | null
  pageSize?: number | null
  hide?: 'known' | null
}

/** The list of most viewed recaps. It is updated from marks on changed recaps, never by a full recount. */
export function createPopular({ db, clock, reader }: { db: Db; clock: Clock; reader: SummaryReader }) {
  const today = () => clock.now().toISOString().slice(0, 10)

  async function updateBatch(): Promise<boolean> {
    return await db.transaction().execute(async trx => {
      if (!(await lockStandings(trx))) return false
      const recapIds = await takeDueRecaps(trx, today(), recapsPerBatch)
      if (recapIds.length > 0) await updateStandings(trx, recapIds, today())
      return recapIds.length > 0
    })
  }

  return {
    async page(session: Session, query: PopularQuery): Promise<{ data: SummaryItem[]; pagination: Pagination }> {
      const timeframe = resolveTimeframe(query.timeframe)
      const page = query.page ?? 1
      const pageSize = query.pageSize ?? query.limit ?? 10
      const filter = { timeframe, readerId: session.userId, hidesKnown: query.hide === 'known' }
      const total = Math.min(await countPopular(db, filter), listedAtMost)
      const offset = (page - 1) * pageSize
      const recapIds =
        offset < total ? await findPopularPage(db, filter, Math.min(pageSize, total - offset), offset) : []
      const totalPages = Math.ceil(total / pageSize)
      return {
        data: await items(session, recapIds),
        pagination: {
          total,
          page,
          pageSize,
          totalPages,
          hasNextPage: page < totalPages,
          hasPreviousPage: page > 1 && total > 0,
        },
      }
    },

    /** Processes the marked changes. Several processes may call this; only one at a time does the work. */
    async update(): Promise<void> {
      for (let batch = 0; batch < batchesPerRound; batch++) if (!(await updateBatch())) return
    },
  }

  /** Items in the order of `recapIds`, without recaps that were blocked or withdrawn since the last update. */
  async function items(session: Session, recapIds: readonly number[]): Promise<SummaryItem[]> {
    const listed = new Map((await findPopularRecaps(db, recapIds)).map(row => [row.recap_id, row]))
    const own = new Map(
      (await findSummariesOfRecaps(db, session.userId, [...listed.keys()])).map(row => [row.recap_id, row]),
    )
    const opened = await reader.openedRecaps(session, [...listed.keys()])
    return recapIds.flatMap(recapId => {
      const [row, ownRow] = [listed.get(recapId), own.get(recapId)]
      if (!row) return []
      return ownRow ? reader.ownItem(ownRow, session) : reader.communityItem(row, session, opened.has(recapId))
    })
  }
}
