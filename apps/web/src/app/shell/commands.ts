import type { SummaryItem } from '@recaps/contract'
import { titleOf } from '../../features/summaries/title.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { destinations } from './destinations.ts'
import { texts } from './palette-texts.ts'

export interface Command {
  path: string
  label: string
  icon: IconName
}

const mostSummaries = 6

/** What fits the letters typed so far: places first, then summaries that are known here, then a search for all of them. */
export function commandsFor(typed: string, summaries: readonly SummaryItem[]): Command[] {
  const text = typed.trim().toLowerCase()
  const fits = (label: string) => label.toLowerCase().includes(text)
  const places = destinations.filter(({ label }) => fits(label)).map(({ path, label, icon }) => ({ path, label, icon }))
  if (!text) return places
  const found = summaries
    .filter(({ videoInfo }) => fits(`${titleOf(videoInfo)} ${videoInfo.channel}`))
    .slice(0, mostSummaries)
    .map(({ id, videoInfo }): Command => ({ path: `/history-detail/${id}`, label: titleOf(videoInfo), icon: 'text' }))
  const search = `/tabs/history?q=${encodeURIComponent(typed.trim())}`
  return [...places, ...found, { path: search, label: texts.search(typed.trim()), icon: 'search' }]
}
