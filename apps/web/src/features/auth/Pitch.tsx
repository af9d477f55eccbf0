import { Icon } from '../../ui/Icon.tsx'
import { texts } from './texts.ts'

const { pitch } = texts

/** Presents the product with a sample summary during playback. */
export function Pitch() {
  return (
    <aside className="pitch">
      <p className="pitch__title">{pitch.title}</p>
      <p className="pitch__lead">{pitch.lead}</p>
      <figure className="pitch__sample" aria-hidden="true">
        <figcaption className="pitch__caption">
          <span className="pitch__play">
            <Icon name="play" />
          </span>
          <span>
            <strong>{pitch.sampleTitle}</strong>
            <br />
            48 min → 4 min
          </span>
        </figcaption>
        <p>
          {pitch.sampleBefore} <mark>{pitch.sampleMarked}</mark> <span className="pitch__chip">12:04</span>{' '}
          {pitch.sampleAfter}
        </p>
      </figure>
      <ul className="pitch__points">
        {pitch.points.map(point => (
          <li key={point}>
            <Icon name="check" />
            {point}
          </li>
        ))}
      </ul>
    </aside>
  )
}
