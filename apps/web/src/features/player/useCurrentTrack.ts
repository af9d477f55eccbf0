import { usePlayerState } from './PlayerContext.tsx'

/** The current track, or the first track of a list that is about to replace the queue. */
export const useCurrentTrack = () =>
  usePlayerState(({ queue, waiting }) => queue[0] ?? (waiting.kind === 'list' ? waiting.items[0] : undefined))
