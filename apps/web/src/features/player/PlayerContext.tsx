import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './engine.ts'
import { isSameAudio } from './track.ts'

export const PlayerContext = createContext<Player | null>(null)

export function usePlayer(): Player {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('No player above this component')
  return player
}

/** Selects a part of the player state. `select` must not create a new object on each call. */
export function usePlayerState<T>(select: (state: PlayerState) => T): T {
  const player = usePlayer()
  return useSyncExternalStore(player.subscribe, () => select(player.current()))
}

/** Whether this summary is playing, in its current voice. */
export const useIsPlaying = (item: Parameters<typeof isSameAudio>[1]) =>
  usePlayerState(({ isPlaying, queue }) => isPlaying && isSameAudio(queue[0], item))
