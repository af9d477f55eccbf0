import type { SummaryContent } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { prefersReducedMotion } from '../../../device/media-query.ts'
import { texts } from './texts.ts'

interface Props {
  content: SummaryContent
}

/** The sections with their times, shown beside the text on wide screens. */
export function Contents({ content }: Props) {
  if (content.sections.length < 2) return null
  return (
    <nav className="contents" aria-label={texts.contents}>
      <h2 className="contents__title">{texts.contents}</h2>
      <Sections content={content} />
    </nav>
  )
}

/** Fewer sections are quick to scroll past. */
const minSectionsToFold = 4

/** The contents as a collapsed list between the key points and the sections, for narrow screens. */
export function FoldedContents({ content }: Props) {
  if (content.sections.length < minSectionsToFold) return null
  return (
    <details className="folded-contents fold">
      <summary className="folded-contents__title fold__title">
        {texts.contents} · {texts.sections(content.sections.length)}
      </summary>
      <Sections content={content} />
    </details>
  )
}

const Sections = ({ content }: Props) => (
  <ol>
    {content.sections.map(({ title, startMs }, at) => (
      <li key={`${startMs} ${title}`}>
        <a
          className="contents__link"
          href={`#section-${at}`}
          onClick={event => {
            event.preventDefault()
            event.currentTarget.closest('details')?.removeAttribute('open')
            scrollToSection(at)
          }}
        >
          <span>{title}</span>
          <span className="contents__time">{toClock(startMs)}</span>
        </a>
      </li>
    ))}
  </ol>
)

/** Moves the focus too, so that keyboard and screen reader users continue from there. */
function scrollToSection(section: number) {
  const heading = document.getElementById(`section-${section}`)
  const behavior = matchMedia(prefersReducedMotion).matches ? 'auto' : 'smooth'
  heading?.scrollIntoView({ block: 'start', behavior })
  heading?.focus({ preventScroll: true })
}
