import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { useHiddenChannels, useUnhideChannel } from './queries.ts'
import { texts } from './texts.ts'

const cardTexts = texts.card
const initialRows = 5

/** Settings card that lists the channels hidden in Popular. Renders nothing if there are none. */
export default function HiddenCard() {
  const { data: hidden = [] } = useHiddenChannels()
  const [isExpanded, setExpanded] = useState(false)
  const toast = useToast()
  const noteFocus = useFocusNextRow()
  const show = useUnhideChannel(({ channel }) => toast({ text: cardTexts.shown(channel), tone: 'success' }))
  if (hidden.length === 0) return null
  return (
    <Card title={cardTexts.title}>
      <p className="account__lead">{cardTexts.lead}</p>
      <ul className="settings__rows" aria-label={cardTexts.title} onFocus={noteFocus}>
        {(isExpanded ? hidden : hidden.slice(0, initialRows)).map((channel, index) => (
          <li className="settings__row" key={channel.channelId}>
            <p className="settings__row-words settings__row-title clip-lines" dir="auto">
              {channel.channel}
            </p>
            <Button
              kind="quiet"
              isSmall
              // After "See all", move the focus to the first of the added rows.
              autoFocus={isExpanded && index === initialRows}
              isBusy={show.isPending && show.variables.channelId === channel.channelId}
              aria-label={cardTexts.showOne(channel.channel)}
              onClick={() => show.mutate(channel)}
            >
              {cardTexts.show}
            </Button>
          </li>
        ))}
      </ul>
      {!isExpanded && hidden.length > initialRows && (
        <Button kind="quiet" onClick={() => setExpanded(true)}>
          {cardTexts.all(hidden.length)}
        </Button>
      )}
    </Card>
  )
}
