import { Button, IconButton } from '../../ui/Button.tsx'
import { goOnAtHeading } from '../../ui/go-on-at-heading.ts'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { useFocusBeside } from '../../ui/useFocusBeside.ts'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'
import type { Track } from './track.ts'
import { useClear } from './useClear.ts'

const keys = new WeakMap<Track, number>()
let given = 0

/** One summary may be queued twice: a row goes by its place in the queue's own list, which stays its own when others leave. */
function keyOf(track: Track): number {
  const key = keys.get(track) ?? ++given
  keys.set(track, key)
  return key
}

/** What is heard after the current one. */
export function QueueList() {
  const player = usePlayer()
  const queue = usePlayerState(state => state.queue)
  const noteFocus = useFocusBeside()
  const { clearNext } = useClear()
  return (
    <section className="queue" aria-label={texts.upNext}>
      <div className="queue__head">
        <h2 className="queue__title">{texts.upNext}</h2>
        {queue.length > 1 && (
          <Button kind="quiet" isSmall ref={goOnAtHeading} onClick={clearNext}>
            {texts.clear}
          </Button>
        )}
      </div>
      {queue.length < 2 && <p className="queue__empty">{texts.nothingNext}</p>}
      <ol onFocus={noteFocus}>
        {queue.slice(1).map((track, at) => (
          <li key={keyOf(track)} className="queue__row">
            <button type="button" className="queue__track" onClick={() => player.jumpTo(at + 1)}>
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
            <IconButton icon="close" label={texts.remove(track.title)} onClick={() => player.drop(at + 1)} />
          </li>
        ))}
      </ol>
    </section>
  )
}
