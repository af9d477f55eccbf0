import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './engine.ts'
import { isSameSound } from './track.ts'

export const PlayerContext = createContext<Player | null>(null)

export function usePlayer(): Player {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('No player above this component')
  return player
}

/** One fact of the player; `select` must give a value or an object of the state, not a new object. */
export function usePlayerState<T>(select: (state: PlayerState) => T): T {
  const player = usePlayer()
  return useSyncExternalStore(player.subscribe, () => select(player.current()))
}

/** Whether this one plays now, in the voice that it has. */
export const useIsPlaying = (item: Parameters<typeof isSameSound>[1]) =>
  usePlayerState(({ isPlaying, queue }) => isPlaying && isSameSound(queue[0], item))
