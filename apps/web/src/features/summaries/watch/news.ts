import type { SummaryItem } from '@recaps/contract'
import { isReadable, isSettled } from '../progress.ts'

/** The summaries that were in progress at the last check and are complete now. */
export const becameReady = (inWork: ReadonlySet<number>, items: readonly SummaryItem[]): SummaryItem[] =>
  items.filter(
    item =>
      inWork.has(item.id) &&
      isSettled(item) &&
      isReadable(item.state) &&
      // Summaries of a schedule are announced by their digest, and an opened summary needs no toast.
      item.origin !== 'schedule' &&
      item.unread,
  )

export const idsInWork = (items: readonly SummaryItem[]): ReadonlySet<number> =>
  new Set(items.filter(item => !isSettled(item)).map(({ id }) => id))

const listPages: readonly string[] = ['/tabs/summarize', '/tabs/history']

/** Whether the page at this path already shows that the summary is ready. */
export const isShownOn = (pathname: string, id: number): boolean =>
  listPages.includes(pathname) || pathname === `/history-detail/${id}`
