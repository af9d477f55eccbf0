import type { VideoChannel } from '@recaps/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isDemo } from '../../../device/page-facts.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { ChannelResults } from './ChannelResults.tsx'
import { ChosenChannels } from './ChosenChannels.tsx'
import { useChannelLimit } from './channel-limit.ts'
import { effectiveFilters } from './draft.ts'
import { ImportSection } from './ImportSection.tsx'
import { parsePastedList } from './pasted-list.ts'
import { paths } from './paths.ts'
import { SaveNow } from './SaveNow.tsx'
import { SkipSection } from './SkipSection.tsx'
import { StepFooter } from './StepFooter.tsx'
import { texts } from './texts.ts'
import { useChannelImport } from './useChannelImport.ts'
import { useDebouncedQuery } from './useDebouncedQuery.ts'
import { type StepProps, WizardPage } from './WizardPage.tsx'

/** Pause in typing after which the search starts. */
const typingPauseMs = 400

/** Step 1: which channels. */
export default function ChannelsScreen() {
  return <WizardPage step="channels">{props => <ChannelsStep {...props} />}</WizardPage>
}

function ChannelsStep({ draft, schedule, onChange }: StepProps) {
  const [text, setText] = useState('')
  const list = useChannelImport()
  const query = useDebouncedQuery(text.trim(), typingPauseMs)
  const channelLimit = useChannelLimit(draft, schedule)
  const navigate = useNavigate()
  const { channels } = draft
  const add = (more: readonly VideoChannel[]) => {
    const known = new Set(channels.map(({ id }) => id))
    onChange({ channels: [...channels, ...more.filter(({ id }) => !known.has(id))] })
  }
  /** Sends a pasted list to the import section, because the search field takes a single line. */
  const paste = (pasted: string) => {
    const lines = parsePastedList(pasted)
    if (lines === null) return false
    setText('')
    list.readPasted(lines)
    return true
  }
  const remove = (id: string) => onChange({ channels: channels.filter(channel => channel.id !== id) })
  return (
    <>
      <ChosenChannels channels={channels} channelLimit={channelLimit} onRemove={remove} />
      <section className="wizard__search">
        <SearchBox label={texts.search} clearLabel={texts.clearSearch} text={text} onText={setText} onPaste={paste} />
        {query ? (
          <ChannelResults
            query={query}
            chosen={channels}
            channelLimit={channelLimit}
            onAdd={one => add([one])}
            onRemove={remove}
          />
        ) : (
          <SearchHint onChoose={setText} />
        )}
      </section>
      {!query && <ImportSection list={list} chosen={channels} channelLimit={channelLimit} onAdd={add} />}
      {!query && (
        <SkipSection
          filters={effectiveFilters(draft, schedule)}
          onChange={part => onChange({ filters: { ...draft.filters, ...part } })}
        />
      )}
      <StepFooter note={channelLimit && !schedule ? texts.ofLimit(channels.length, channelLimit.limit) : null}>
        <Button
          kind={schedule ? 'secondary' : 'primary'}
          disabled={channels.length === 0}
          onClick={() => navigate(paths.date)}
        >
          {texts.next}
        </Button>
        {schedule && <SaveNow draft={draft} schedule={schedule} isOff={channels.length === 0} />}
      </StepFooter>
    </>
  )
}

/** The demo has no access to YouTube, so it suggests words that return results. */
function SearchHint({ onChoose }: { onChoose(word: string): void }) {
  if (!isDemo()) return <p className="wizard__hint">{texts.searchHint}</p>
  return (
    <div className="wizard__hint">
      <p>{texts.demoHint}</p>
      <ul className="wizard__words">
        {texts.demoWords.map(word => (
          <li key={word}>
            <Button isSmall icon="search" onClick={() => onChoose(word)}>
              {word}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
