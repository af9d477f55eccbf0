import type { Pagination } from '@recaps/contract/schemas'
import type { SummaryItem } from '@recaps/contract/summaries'
import { type TimeframeName, timeframeOf } from '@recaps/domain/popularity'
import type { Db } from '../../database/open.ts'
import type { Session } from '../../http/router.ts'
import type { Clock } from '../../ports/clock.ts'
import { countPopular, lockStandings, popularPage, restate, takeDueRecaps } from './popular-repository.ts'
import type { Reading } from './reading.ts'
import { findEntriesOn } from './repository.ts'
import { findPopular } from './visibility.ts'

/** Nobody pages deeper, so a page costs the same however much there is. */
const listedAtMost = 10_000
/** A transaction holds up nobody for long, and a round ends, however much there is to do: the next one goes on. */
const restatedAtOnce = 200
const batchesOfRound = 50

export interface PopularQuery {
  timeframe: TimeframeName
  limit?: number | null
  page?: number | null
  pageSize?: number | null
  hide?: 'known' | null
}

/** The most viewed recaps: a list kept in order by marks, never by looking at everything. */
export function createPopular({ db, clock, reading }: { db: Db; clock: Clock; reading: Reading }) {
  const today = () => clock.now().toISOString().slice(0, 10)

  async function restateSome(): Promise<boolean> {
    return await db.transaction().execute(async trx => {
      if (!(await lockStandings(trx))) return false
      const recapIds = await takeDueRecaps(trx, today(), restatedAtOnce)
      if (recapIds.length > 0) await restate(trx, recapIds, today())
      return recapIds.length > 0
    })
  }

  return {
    async page(session: Session, query: PopularQuery): Promise<{ data: SummaryItem[]; pagination: Pagination }> {
      const timeframe = timeframeOf(query.timeframe)
      const page = query.page ?? 1
      const pageSize = query.pageSize ?? query.limit ?? 10
      const wish = { timeframe, readerId: session.userId, hidesKnown: query.hide === 'known' }
      const total = Math.min(await countPopular(db, wish), listedAtMost)
      const offset = (page - 1) * pageSize
      const recapIds = offset < total ? await popularPage(db, wish, Math.min(pageSize, total - offset), offset) : []
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

    /** Works off what changed since; several processes may ask, one does it. */
    async restate(): Promise<void> {
      for (let batch = 0; batch < batchesOfRound; batch++) if (!(await restateSome())) return
    },
  }

  /** In their order; what was blocked or withdrawn since the last count is left out. */
  async function items(session: Session, recapIds: readonly number[]): Promise<SummaryItem[]> {
    const listed = new Map((await findPopular(db, recapIds)).map(row => [row.recap_id, row]))
    const own = new Map((await findEntriesOn(db, session.userId, [...listed.keys()])).map(row => [row.recap_id, row]))
    const opened = await reading.openedOf(session, [...listed.keys()])
    return recapIds.flatMap(recapId => {
      const [row, mine] = [listed.get(recapId), own.get(recapId)]
      if (!row) return []
      return mine ? reading.ownItem(mine, session) : reading.communityItem(row, session, opened.has(recapId))
    })
  }
}
