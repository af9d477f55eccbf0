import { playbackSpeeds } from '@recaps/domain/playback'
import { Actions } from '../../ui/actions/Actions.tsx'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'

export function SpeedButton() {
  const player = usePlayer()
  const speed = usePlayerState(state => state.speed)
  const actions = playbackSpeeds.map(choice => ({
    label: `${choice}x`,
    isChosen: choice === speed,
    onSelect: () => player.setSpeed(choice),
  }))
  return (
    <Actions
      title={texts.speed}
      actions={actions}
      asSheet
      trigger={props => (
        <button
          type="button"
          className="player-button player-button--text"
          aria-label={texts.speedIs(speed)}
          {...props}
        >
          {speed}x
        </button>
      )}
    />
  )
}
