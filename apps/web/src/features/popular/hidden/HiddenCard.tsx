import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useFocusBeside } from '../../../ui/useFocusBeside.ts'
import { useHiddenChannels, useShowChannel } from './queries.ts'
import { texts } from './texts.ts'

const words = texts.card
const shownAtFirst = 5

/** The channels that were hidden in Popular, each with the way back; nothing as long as there are none. */
export default function HiddenCard() {
  const { data: hidden = [] } = useHiddenChannels()
  const [isWhole, setWhole] = useState(false)
  const toast = useToast()
  const noteFocus = useFocusBeside()
  const show = useShowChannel(({ channel }) => toast({ text: words.shown(channel), tone: 'success' }))
  if (hidden.length === 0) return null
  return (
    <Card title={words.title}>
      <p className="account__lead">{words.lead}</p>
      <ul className="settings__rows" aria-label={words.title} onFocus={noteFocus}>
        {(isWhole ? hidden : hidden.slice(0, shownAtFirst)).map((one, at) => (
          <li className="settings__row" key={one.channelId}>
            <p className="settings__row-words settings__row-title clip-lines" dir="auto">
              {one.channel}
            </p>
            <Button
              kind="quiet"
              isSmall
              // The keyboard goes on with the first of those that come.
              autoFocus={isWhole && at === shownAtFirst}
              isBusy={show.isPending && show.variables.channelId === one.channelId}
              aria-label={words.showOne(one.channel)}
              onClick={() => show.mutate(one)}
            >
              {words.show}
            </Button>
          </li>
        ))}
      </ul>
      {!isWhole && hidden.length > shownAtFirst && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {words.all(hidden.length)}
        </Button>
      )}
    </Card>
  )
}
