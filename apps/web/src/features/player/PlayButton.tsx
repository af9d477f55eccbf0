import { withHaptics } from '../../device/haptics.ts'
import { Icon } from '../../ui/Icon.tsx'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'

export function PlayButton() {
  const player = usePlayer()
  const isPlaying = usePlayerState(state => state.isPlaying)
  const label = isPlaying ? texts.pause : texts.play
  return (
    <button
      type="button"
      className="player-button player-button--play"
      aria-label={label}
      title={label}
      onClick={withHaptics(player.toggle)}
    >
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  )
}
