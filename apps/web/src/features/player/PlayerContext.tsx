import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Player, PlayerState } from './engine.ts'

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

/** What is heard first, also in the moment in which a list that replaces it is on its way. */
export const useHead = () =>
  usePlayerState(({ queue, waiting }) => queue[0] ?? (waiting.kind === 'list' ? waiting.items[0] : undefined))
