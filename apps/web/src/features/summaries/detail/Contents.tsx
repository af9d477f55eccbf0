import type { SummaryContent } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { texts } from './texts.ts'

/** The sections with their times; beside the text where there is room for it. */
export function Contents({ content }: { content: SummaryContent }) {
  if (content.sections.length < 2) return null
  return (
    <nav className="contents" aria-label={texts.contents}>
      <h2 className="contents__title">{texts.contents}</h2>
      <ol>
        {content.sections.map(({ title, startMs }, at) => (
          <li key={`${startMs} ${title}`}>
            <a
              className="contents__link"
              href={`#section-${at}`}
              onClick={event => {
                event.preventDefault()
                document.getElementById(`section-${at}`)?.scrollIntoView({ block: 'start', behavior: 'smooth' })
              }}
            >
              <span>{title}</span>
              <span className="contents__time">{toClock(startMs)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
