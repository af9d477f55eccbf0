import { Button, IconButton } from '../../ui/Button.tsx'
import { focusHeadingOnRemoval } from '../../ui/focus-heading-on-removal.ts'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { useFocusNextRow } from '../../ui/useFocusNextRow.ts'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'
import type { Track } from './track.ts'
import { useClearQueue } from './useClearQueue.ts'

const keys = new WeakMap<Track, number>()
let lastKey = 0

/** A summary may be queued twice, so the row key belongs to the queued object and not to the summary id. */
function keyOf(track: Track): number {
  const key = keys.get(track) ?? ++lastKey
  keys.set(track, key)
  return key
}

/** The queue after the current track. */
export function QueueList() {
  const player = usePlayer()
  const queue = usePlayerState(state => state.queue)
  const noteFocus = useFocusNextRow()
  const { clearNext } = useClearQueue()
  return (
    <section className="queue" aria-label={texts.upNext}>
      <div className="queue__head">
        <h2 className="queue__title">{texts.upNext}</h2>
        {queue.length > 1 && (
          <Button kind="quiet" isSmall ref={focusHeadingOnRemoval} onClick={clearNext}>
            {texts.clear}
          </Button>
        )}
      </div>
      {queue.length < 2 && <p className="queue__empty">{texts.nothingNext}</p>}
      <ol onFocus={noteFocus}>
        {queue.slice(1).map((track, index) => (
          <li key={keyOf(track)} className="queue__row">
            <button type="button" className="queue__track" onClick={() => player.jumpTo(index + 1)}>
              <span className="visually-hidden">{texts.play} </span>
              <span className="queue__picture">
                <Thumbnail src={track.thumbnailUrl} />
              </span>
              <span className="queue__words">
                <span className="clip" dir="auto">
                  {track.title}
                </span>
                <span className="queue__channel clip" dir="auto">
                  {track.channel}
                </span>
              </span>
            </button>
            <IconButton
              icon="close"
              label={texts.remove(track.title)}
              onClick={() => player.removeFromQueue(index + 1)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
