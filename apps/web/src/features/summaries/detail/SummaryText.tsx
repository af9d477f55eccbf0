import type { SummaryContent } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { type ReactNode, useMemo, useRef } from 'react'
import { type SentenceActions, SentenceText } from './SentenceText.tsx'
import { texts } from './texts.ts'
import type { SpokenWord } from './useReadAlong.ts'
import { useSentenceGestures } from './useSentenceGestures.ts'

interface Props {
  content: SummaryContent
  now: SpokenWord | null
  actions: SentenceActions
  /** Rendered between the key points and the sections. */
  children?: ReactNode
}

/** Headline, key points and sections, with the spoken sentence and word highlighted. */
export function SummaryText({ content, now, actions, children }: Props) {
  const wordOf = (section: number, sentence: number) =>
    now && now.position.section === section && now.position.sentence === sentence ? now.word : null
  const column = useRef<HTMLDivElement>(null)
  useSentenceGestures(column, actions)
  const headline = useMemo(
    () => ({ text: content.headline, cites: [], support: 'verified' as const }),
    [content.headline],
  )
  return (
    <div className="summary-text" ref={column}>
      <p className="summary-text__headline">
        <SentenceText sentence={headline} section={-1} index={0} actions={actions} word={wordOf(-1, 0)} />
      </p>
      {content.inThreePoints.length > 0 && (
        <section className="points" aria-labelledby="points">
          <h2 className="points__title" id="points">
            {texts.points}
          </h2>
          <ul>
            {content.inThreePoints.map((point, at) => (
              <li key={point.text}>
                <SentenceText
                  sentence={point}
                  section={-1}
                  index={at + 1}
                  actions={actions}
                  word={wordOf(-1, at + 1)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
      {content.sections.map(({ title, startMs, sentences }, at) => (
        <section className="section" key={`${startMs} ${title}`} aria-labelledby={`section-${at}`}>
          <header className="section__header">
            <h2
              className="section__title"
              id={`section-${at}`}
              tabIndex={-1}
              data-now={wordOf(at, -1) === null ? undefined : ''}
            >
              {title}
            </h2>
            <SectionTime startMs={startMs} openAt={actions.openAt} />
          </header>
          <p>
            {sentences.map((sentence, index) => (
              <SentenceText
                key={`${sentence.cites[0]?.startMs} ${sentence.text}`}
                sentence={sentence}
                section={at}
                index={index}
                actions={actions}
                word={wordOf(at, index)}
              />
            ))}
          </p>
        </section>
      ))}
    </div>
  )
}

function SectionTime({ startMs, openAt }: { startMs: number; openAt: SentenceActions['openAt'] }) {
  const time = toClock(startMs)
  if (!openAt) return <span className="time-chip">{time}</span>
  return (
    <button type="button" className="time-chip" aria-label={texts.openAt(time)} onClick={() => openAt(startMs)}>
      {time}
    </button>
  )
}
