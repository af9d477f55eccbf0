import { Actions } from '../../ui/actions/Actions.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { SleepTimer } from './engine.ts'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'

const timerMinutes = [5, 15, 30, 45, 60]

export function SleepButton() {
  const player = usePlayer()
  const sleep = usePlayerState(state => state.sleep)
  // Computed in the selector, so that the remaining minutes update with each player event.
  const left = usePlayerState(state => timeLeft(state.sleep, Date.now()))
  const actions = [
    { label: texts.sleepOff, isChosen: sleep.kind === 'off', onSelect: () => player.setSleep({ kind: 'off' }) },
    ...timerMinutes.map(minutes => ({
      label: texts.sleepMinutes(minutes),
      onSelect: () => player.setSleep({ kind: 'at', atMs: Date.now() + minutes * 60_000 }),
    })),
    {
      label: texts.sleepAtEnd,
      isChosen: sleep.kind === 'end_of_summary',
      onSelect: () => player.setSleep({ kind: 'end_of_summary' }),
    },
  ]
  return (
    <Actions
      title={texts.sleep}
      actions={actions}
      asSheet
      trigger={props => (
        <button type="button" className="player-button player-button--text" {...props}>
          <Icon name="timer" />
          <span className={left ? 'visually-hidden' : undefined}>{texts.sleep}</span>
          {left && <span>{left}</span>}
        </button>
      )}
    />
  )
}

function timeLeft(sleep: SleepTimer, now: number): string {
  if (sleep.kind === 'off') return ''
  if (sleep.kind === 'end_of_summary') return texts.sleepEndShort
  return texts.sleepLeft(Math.max(1, Math.ceil((sleep.atMs - now) / 60_000)))
}
