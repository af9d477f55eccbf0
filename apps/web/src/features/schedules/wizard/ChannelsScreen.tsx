import type { VideoChannel } from '@recaps/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isDemo } from '../../../device/page-facts.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { ChannelResults } from './ChannelResults.tsx'
import { ChosenChannels } from './ChosenChannels.tsx'
import { filtersOf } from './draft.ts'
import { ImportSection } from './ImportSection.tsx'
import { LeftOut } from './LeftOut.tsx'
import { pastedList } from './pasted-list.ts'
import { paths } from './paths.ts'
import { useRoom } from './room.ts'
import { SaveNow } from './SaveNow.tsx'
import { StepFoot } from './StepFoot.tsx'
import { texts } from './texts.ts'
import { useImport } from './useImport.ts'
import { useRested } from './useRested.ts'
import { type StepProps, WizardPage } from './WizardPage.tsx'

/** Pause in typing after which the search starts. */
const typingPauseMs = 400

/** Step 1: which channels. */
export default function ChannelsScreen() {
  return <WizardPage step="channels">{props => <ChannelsStep {...props} />}</WizardPage>
}

function ChannelsStep({ draft, schedule, onChange }: StepProps) {
  const [text, setText] = useState('')
  const list = useImport()
  const query = useRested(text.trim(), typingPauseMs)
  const room = useRoom(draft, schedule)
  const navigate = useNavigate()
  const { channels } = draft
  const add = (more: readonly VideoChannel[]) => {
    const known = new Set(channels.map(({ id }) => id))
    onChange({ channels: [...channels, ...more.filter(({ id }) => !known.has(id))] })
  }
  /** Sends a pasted list to the import section, because the search field takes a single line. */
  const paste = (pasted: string) => {
    const lines = pastedList(pasted)
    if (lines === null) return false
    setText('')
    list.readPasted(lines)
    return true
  }
  const remove = (id: string) => onChange({ channels: channels.filter(channel => channel.id !== id) })
  return (
    <>
      <ChosenChannels channels={channels} room={room} onRemove={remove} />
      <section className="wizard__search">
        <SearchBox label={texts.search} clearLabel={texts.clearSearch} text={text} onText={setText} onPaste={paste} />
        {query ? (
          <ChannelResults query={query} chosen={channels} room={room} onAdd={one => add([one])} onRemove={remove} />
        ) : (
          <SearchHint onChoose={setText} />
        )}
      </section>
      {!query && <ImportSection list={list} chosen={channels} room={room} onAdd={add} />}
      {!query && (
        <LeftOut
          filters={filtersOf(draft, schedule)}
          onChange={part => onChange({ filters: { ...draft.filters, ...part } })}
        />
      )}
      <StepFoot note={room && !schedule ? texts.ofLimit(channels.length, room.limit) : null}>
        <Button
          kind={schedule ? 'secondary' : 'primary'}
          disabled={channels.length === 0}
          onClick={() => navigate(paths.date)}
        >
          {texts.next}
        </Button>
        {schedule && <SaveNow draft={draft} schedule={schedule} isOff={channels.length === 0} />}
      </StepFoot>
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
