import { usePlayerState } from './PlayerContext.tsx'

/** What is heard first, also in the moment in which a list that replaces it is on its way. */
export const useHead = () =>
  usePlayerState(({ queue, waiting }) => queue[0] ?? (waiting.kind === 'list' ? waiting.items[0] : undefined))
