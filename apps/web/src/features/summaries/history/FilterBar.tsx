import type { SummaryItem } from '@recaps/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Actions } from '../../../ui/actions/Actions.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { allItems } from '../cache.ts'
import { useChannels, useSummaryList } from '../queries.ts'
import { countChannels } from './model.ts'
import { texts } from './texts.ts'

const debounceMs = 250

/** Search box and filter chips. Their state is stored in the URL. */
export function FilterBar({ items }: { items: readonly SummaryItem[] }) {
  const [search, setSearch] = useSearchParams()
  const show = search.get('show')
  const change = (key: string, value: string | null) => {
    setSearch(
      before => {
        const next = new URLSearchParams(before)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      },
      { replace: true },
    )
  }
  return (
    <div className="filter-bar">
      <QueryBox query={search.get('q') ?? ''} onQuery={query => change('q', query)} />
      <fieldset className="filter-bar__chips" aria-label={texts.filters}>
        <Chip isOn={!show} onToggle={() => change('show', null)}>
          {texts.all}
        </Chip>
        <Chip isOn={show === 'unread'} onToggle={() => change('show', show === 'unread' ? null : 'unread')}>
          {texts.unread}
        </Chip>
        <Chip isOn={show === 'with_audio'} onToggle={() => change('show', show === 'with_audio' ? null : 'with_audio')}>
          {texts.withAudio}
        </Chip>
        <Chip isOn={show === 'schedule'} onToggle={() => change('show', show === 'schedule' ? null : 'schedule')}>
          {texts.fromSchedule}
        </Chip>
        <Chip
          isOn={search.get('order') === 'oldest'}
          onToggle={() => change('order', search.get('order') === 'oldest' ? null : 'oldest')}
        >
          {texts.oldestFirst}
        </Chip>
        <ChannelChip items={items} chosen={search.get('channel')} onChoose={key => change('channel', key)} />
      </fieldset>
    </div>
  )
}

function QueryBox({ query, onQuery }: { query: string; onQuery(query: string): void }) {
  const [text, setText] = useState(query)
  const [searched, setSearched] = useState(query)
  // The URL changed by other means (Back, "Show all"): update the box.
  if (query !== searched) {
    setSearched(query)
    setText(query)
  }
  useEffect(() => {
    if (text.trim() === query) return
    const timer = setTimeout(() => {
      setSearched(text.trim())
      onQuery(text.trim())
    }, debounceMs)
    return () => clearTimeout(timer)
  })
  return <SearchBox label={texts.search} clearLabel={texts.clearSearch} text={text} onText={setText} />
}

interface ChannelChipProps {
  items: readonly SummaryItem[]
  chosen: string | null
  onChoose(key: string | null): void
}

function ChannelChip({ items, chosen, onChoose }: ChannelChipProps) {
  const list = useSummaryList()
  const fetched = useChannels(list.hasNextPage).data?.data ?? []
  // All channels, regardless of the filter. Until the server returns them, at least those of the loaded summaries.
  const known = [fetched, countChannels(allItems(list.data)), countChannels(items)].flat()
  const channels = [...new Map(known.map(({ channelId, channel }) => [channelId, channel]))]
  const name = channels.find(([id]) => id === chosen)?.[1]
  if (channels.length < 2 && !chosen) return null
  const actions = [
    { label: texts.allChannels, isChosen: !chosen, onSelect: () => onChoose(null) },
    ...channels.map(([key, label]) => ({ key, label, isChosen: key === chosen, onSelect: () => onChoose(key) })),
  ]
  return (
    <Actions
      title={texts.channel}
      actions={actions}
      trigger={props => (
        <button type="button" className="chip" aria-pressed={chosen !== null} {...props}>
          {name ?? texts.channel}
          <Icon name="chevron" />
        </button>
      )}
    />
  )
}
