import type { ResponseOf, Routes, Summary, SummaryEvent, SummaryItem } from '@recaps/contract'
import type { InfiniteData } from '@tanstack/react-query'

export type SummaryPage = ResponseOf<Routes['summaries']['list']>
export type SummaryList = InfiniteData<SummaryPage, unknown>
/** Mutation key of updates to the reading position, listening position and read mark. */
export const updateKey = ['summaries', 'change'] as const
/** Any paginated list of summaries. */
export type Pages = InfiniteData<{ data: SummaryItem[] }, unknown>

// Pure updates of the cached list. Each returns the same object if nothing changes.

export const allItems = (list: Pages | undefined): SummaryItem[] =>
  // Summaries marked deleted are dropped from the cached list (specification §4).
  list?.pages.flatMap(page => page.data.filter(item => !item.deleted)) ?? []

export function mapItems<P extends { data: SummaryItem[] }>(
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

/** Whether all loaded summaries are gone although the server has more. The list must then be fetched again. */
export const hasNoLoadedItems = (list: SummaryList | undefined): boolean =>
  list !== undefined && Boolean(list.pages.at(-1)?.nextCursor) && allItems(list).length === 0

export const withoutItems = (list: SummaryList, ids: ReadonlySet<number>): SummaryList =>
  ids.size === 0 ? list : mapItems(list, item => (ids.has(item.id) ? null : item))

/**
 * Merges a fetched result into the cached list. A result with one more page repeats the earlier pages as they were when the
 * request started; the cached ones may have changed since and are kept.
 */
export const mergeFetchedPages = (cached: SummaryList | undefined, fetched: SummaryList): SummaryList =>
  cached && fetched.pages.length === cached.pages.length + 1
    ? { ...fetched, pages: [...cached.pages, ...fetched.pages.slice(cached.pages.length)] }
    : fetched

/** Inserts summaries, newest first. Those already in the list are replaced in place. */
export function upsertItems(list: SummaryList, items: readonly SummaryItem[]): SummaryList {
  const byId = new Map(items.map(item => [item.id, item]))
  let placed = mapItems(list, item => byId.get(item.id) ?? item)
  const known = new Set(placed.pages.flatMap(page => page.data.map(item => item.id)))
  for (const item of byId.values()) if (!known.has(item.id) && !item.deleted) placed = insert(placed, item)
  return placed
}

function insert(list: SummaryList, item: SummaryItem): SummaryList {
  const isOlder = (other: SummaryItem) =>
    other.createdAt < item.createdAt || (other.createdAt === item.createdAt && other.id < item.id)
  const at = list.pages.findIndex(page => page.data.some(isOlder))
  // Older than everything loaded: it belongs on a page not loaded yet, unless this is the last one.
  if (at < 0 && list.pages.at(-1)?.nextCursor) return list
  const target = at < 0 ? list.pages.length - 1 : at
  const pages = list.pages.map((page, index) => {
    if (index !== target) return page
    const place = page.data.findIndex(isOlder)
    return { ...page, data: page.data.toSpliced(place < 0 ? page.data.length : place, 0, item) }
  })
  return { ...list, pages }
}

/** Applies an event to its summary. Events carry neither text nor audio; those need a new fetch. */
export const applyEvent = <T extends SummaryItem>(item: T, event: SummaryEvent): T =>
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

/** Strips the text from a summary, leaving what lists hold. */
export function toSummaryItem({ summary: _text, content: _content, timings: _timings, ...item }: Summary): SummaryItem {
  return item
}
