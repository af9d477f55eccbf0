import { toClock } from '@recaps/domain/duration'
import { Icon } from '../../ui/Icon.tsx'
import { formatMinutesAndSeconds, formatShortDuration } from '../../ui/time.ts'
import { type ExampleSentence, exampleAudioUrl, exampleSummary } from './example.ts'
import { texts } from './texts.ts'

const exampleTexts = texts.example
const { title, channel, videoMs, spokenMs, points, section } = exampleSummary

/** An example summary that highlights its sentences as it plays. Without JavaScript it has the browser's own player. */
export const Example = () => (
  <figure className="example" aria-label={exampleTexts.label}>
    <figcaption className="example__head">
      <img
        className="example__picture"
        src="/landing/example.webp"
        alt=""
        width={128}
        height={72}
        fetchPriority="low"
      />
      <span>
        <strong className="example__title">{title}</strong>
        <span className="example__facts">
          {channel} · {formatShortDuration(videoMs)}
        </span>
      </span>
    </figcaption>
    <div className="example__player">
      <button
        type="button"
        className="example__play needs-script"
        aria-label={exampleTexts.play}
        data-play={exampleTexts.play}
        data-pause={exampleTexts.pause}
      >
        <span className="when-paused">
          <Icon name="play" />
        </span>
        <span className="when-playing">
          <Icon name="pause" />
        </span>
      </button>
      <progress className="example__progress needs-script" max={spokenMs} value={0} aria-hidden="true" />
      <span className="example__time needs-script">{formatMinutesAndSeconds(spokenMs)}</span>
      {/* biome-ignore lint/a11y/useMediaCaption: the complete text is below, highlighted as it is read. */}
      <audio className="example__audio" src={exampleAudioUrl} preload="none" controls aria-label={exampleTexts.label} />
    </div>
    <p className="example__failed" role="status" data-failed={exampleTexts.failed} />
    <h2 className="example__part">{exampleTexts.points}</h2>
    <ul className="example__points">
      {points.map(point => (
        <li key={point.startMs}>
          <Sentence sentence={point} />
        </li>
      ))}
    </ul>
    <h2 className="example__part">{section.title}</h2>
    <p>
      {section.sentences.map(sentence => (
        <Sentence key={sentence.startMs} sentence={sentence} />
      ))}
    </p>
    <p className="example__ours">{exampleTexts.origin}</p>
  </figure>
)

/** Its time links to that position of the audio, even without JavaScript (Media Fragments URI 1.0). */
const Sentence = ({ sentence: { text, citedMs, startMs, endMs } }: { sentence: ExampleSentence }) => (
  <span className="example__sentence" data-start={startMs} data-end={endMs}>
    {text}{' '}
    <a
      className="example__chip"
      href={`${exampleAudioUrl}#t=${startMs / 1000}`}
      aria-label={exampleTexts.listenFrom(toClock(citedMs))}
    >
      {toClock(citedMs)}
    </a>{' '}
  </span>
)
