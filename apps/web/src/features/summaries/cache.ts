import type { ResponseOf, Routes, Summary, SummaryEvent, SummaryItem } from '@recaps/contract'
import type { InfiniteData } from '@tanstack/react-query'

export type SummaryPage = ResponseOf<Routes['summaries']['list']>
export type SummaryList = InfiniteData<SummaryPage, unknown>
/** Under which the changes of places and marks are known, while they are on their way and some time after. */
export const changeKey = ['summaries', 'change'] as const
/** Any list that comes page by page. */
export type Pages = InfiniteData<{ data: SummaryItem[] }, unknown>

/** Changes to the cached list, as plain functions: the same object comes back when nothing changes. */

export const allItems = (list: Pages | undefined): SummaryItem[] =>
  // Summaries marked deleted are dropped from the cached list (specification §4).
  list?.pages.flatMap(page => page.data.filter(item => !item.deleted)) ?? []

export function changeItems<P extends { data: SummaryItem[] }>(
  list: InfiniteData<P, unknown>,
  change: (item: SummaryItem) => SummaryItem | null,
): InfiniteData<P, unknown> {
  let isChanged = false
  const pages = list.pages.map(page => {
    const data = page.data.flatMap(item => {
      const changed = change(item)
      if (changed !== item) isChanged = true
      return changed ?? []
    })
    return { ...page, data }
  })
  return isChanged ? { ...list, pages } : list
}

/** Whether nothing of it is here any more, though there is more of it: where that begins only the server can tell. */
export const isRunOut = (list: SummaryList | undefined): boolean =>
  list !== undefined && Boolean(list.pages.at(-1)?.nextCursor) && allItems(list).length === 0

export const withoutItems = (list: SummaryList, ids: ReadonlySet<number>): SummaryList =>
  ids.size === 0 ? list : changeItems(list, item => (ids.has(item.id) ? null : item))

/**
 * What an answer makes of the list that there is: a page that follows comes with the earlier ones as they were when it was
 * asked for, and those have gone on since.
 */
export const takenOn = (was: SummaryList | undefined, now: SummaryList): SummaryList =>
  was && now.pages.length === was.pages.length + 1
    ? { ...now, pages: [...was.pages, ...now.pages.slice(was.pages.length)] }
    : now

/** Puts entries where they belong, newest first; those already there are replaced in their place. */
export function placeItems(list: SummaryList, items: readonly SummaryItem[]): SummaryList {
  const byId = new Map(items.map(item => [item.id, item]))
  let placed = changeItems(list, item => byId.get(item.id) ?? item)
  const known = new Set(placed.pages.flatMap(page => page.data.map(item => item.id)))
  for (const item of byId.values()) if (!known.has(item.id) && !item.deleted) placed = insert(placed, item)
  return placed
}

function insert(list: SummaryList, item: SummaryItem): SummaryList {
  const isOlder = (other: SummaryItem) =>
    other.createdAt < item.createdAt || (other.createdAt === item.createdAt && other.id < item.id)
  const at = list.pages.findIndex(page => page.data.some(isOlder))
  // Older than everything loaded: it belongs on a page that is still to come, unless this is the last one.
  if (at < 0 && list.pages.at(-1)?.nextCursor) return list
  const target = at < 0 ? list.pages.length - 1 : at
  const pages = list.pages.map((page, index) => {
    if (index !== target) return page
    const place = page.data.findIndex(isOlder)
    return { ...page, data: page.data.toSpliced(place < 0 ? page.data.length : place, 0, item) }
  })
  return { ...list, pages }
}

/** What an event says about an entry; its text and its sound have to be read again. */
export const withEvent = <T extends SummaryItem>(item: T, event: SummaryEvent): T =>
  item.id === event.id
    ? {
        ...item,
        state: event.state,
        audio: event.audio,
        stage: event.stage,
        progress: event.progress,
        code: event.code,
        error: event.error,
        refundable: event.refundable,
        deleted: event.deleted,
      }
    : item

/** The list entry of a summary that was read with its text. */
export function itemOf({ summary: _text, content: _content, timings: _timings, ...item }: Summary): SummaryItem {
  return item
}
