import { IconButton } from '../../ui/Button.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'

/** What is heard after the current one. */
export function QueueList() {
  const player = usePlayer()
  const queue = usePlayerState(state => state.queue)
  return (
    <section className="queue" aria-label={texts.upNext}>
      <h2 className="queue__title">{texts.upNext}</h2>
      {queue.length < 2 && <p className="queue__empty">{texts.nothingNext}</p>}
      <ol>
        {queue.slice(1).map((track, at) => (
          // One summary may be queued twice, so its place belongs to the key.
          <li key={`${track.id}/${queue.indexOf(track)}`} className="queue__row">
            <button type="button" className="queue__track" onClick={() => player.jumpTo(at + 1)}>
              <span className="visually-hidden">{texts.play} </span>
              <span className="queue__picture">
                <Thumbnail src={track.thumbnailUrl} />
              </span>
              <span className="queue__words">
                <span className="clip" dir="auto">
                  {track.title}
                </span>
                <span className="queue__channel clip">{track.channel}</span>
              </span>
            </button>
            <IconButton icon="close" label={texts.remove(track.title)} onClick={() => player.drop(at + 1)} />
          </li>
        ))}
      </ol>
    </section>
  )
}
