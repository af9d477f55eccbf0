import type { SummaryItem } from '@recaps/contract'
import { videoTitle } from '../../features/summaries/video-title.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { destinations } from './destinations.ts'
import { texts } from './palette-texts.ts'

export interface Command {
  path: string
  label: string
  icon: IconName
}

const maxSummaries = 6

/** Matches for the typed text: pages first, then loaded summaries, then a search through all summaries. */
export function findCommands(typed: string, summaries: readonly SummaryItem[]): Command[] {
  const text = typed.trim().toLowerCase()
  const matches = (label: string) => label.toLowerCase().includes(text)
  const pages = destinations
    .filter(({ label }) => matches(label))
    .map(({ path, label, icon }) => ({ path, label, icon }))
  if (!text) return pages
  const found = summaries
    .filter(({ videoInfo }) => matches(`${videoTitle(videoInfo)} ${videoInfo.channel}`))
    .slice(0, maxSummaries)
    .map(
      ({ id, videoInfo }): Command => ({ path: `/history-detail/${id}`, label: videoTitle(videoInfo), icon: 'text' }),
    )
  const search = `/tabs/history?q=${encodeURIComponent(typed.trim())}`
  return [...pages, ...found, { path: search, label: texts.search(typed.trim()), icon: 'search' }]
}
