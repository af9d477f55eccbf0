import type { SummaryItem } from '@recaps/contract'
import { isFinal, isReadable } from '../progress.ts'

/** The summaries that were in progress at the last check and are complete now. */
export const findNewlyReady = (inWork: ReadonlySet<number>, items: readonly SummaryItem[]): SummaryItem[] =>
  items.filter(
    item =>
      inWork.has(item.id) &&
      isFinal(item) &&
      isReadable(item.state) &&
      // Summaries of a schedule are announced by their digest, and an opened summary needs no toast.
      item.origin !== 'schedule' &&
      item.unread,
  )

export const idsInProgress = (items: readonly SummaryItem[]): ReadonlySet<number> =>
  new Set(items.filter(item => !isFinal(item)).map(({ id }) => id))

const listPages: readonly string[] = ['/tabs/summarize', '/tabs/history']

/** Whether the page at this path already shows that the summary is ready. */
export const isShownOn = (pathname: string, id: number): boolean =>
  listPages.includes(pathname) || pathname === `/history-detail/${id}`
