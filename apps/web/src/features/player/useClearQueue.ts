import { useToast } from '../../ui/Toast.tsx'
import { usePlayer } from './PlayerContext.tsx'
import { texts } from './texts.ts'

/** Clears the whole queue or only the upcoming tracks, and shows a toast with Undo. */
export function useClearQueue() {
  const player = usePlayer()
  const toast = useToast()
  const undoable = (clear: () => () => void, text: string) => {
    const undo = clear()
    toast({ text, topic: 'queue', action: { label: texts.undo, onPress: undo } })
  }
  return {
    close: () => undoable(player.close, texts.closed),
    clearNext: () => undoable(player.clearNext, texts.cleared(player.current().queue.length - 1)),
  }
}
