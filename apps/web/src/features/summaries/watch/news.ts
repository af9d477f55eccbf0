import type { SummaryItem } from '@recaps/contract'
import { isReadable, isSettled } from '../progress.ts'

/** Those on which work went on when they were last looked at, and of which there is all there will be now. */
export const becameReady = (inWork: ReadonlySet<number>, items: readonly SummaryItem[]): SummaryItem[] =>
  items.filter(
    item =>
      inWork.has(item.id) &&
      isSettled(item) &&
      isReadable(item.state) &&
      // What a schedule brings is told by its digest; what was opened as soon as it could be read is no news.
      item.origin !== 'schedule' &&
      item.unread,
  )

export const idsInWork = (items: readonly SummaryItem[]): ReadonlySet<number> =>
  new Set(items.filter(item => !isSettled(item)).map(({ id }) => id))

const pagesOfAll: readonly string[] = ['/tabs/summarize', '/tabs/history']

/** Whether a page shows by itself that this one is ready. */
export const isShownOn = (pathname: string, id: number): boolean =>
  pagesOfAll.includes(pathname) || pathname === `/history-detail/${id}`
