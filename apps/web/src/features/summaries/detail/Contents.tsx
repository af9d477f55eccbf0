import type { SummaryContent } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { prefersReducedMotion } from '../../../device/media-query.ts'
import { texts } from './texts.ts'

interface Props {
  content: SummaryContent
}

/** The sections with their times; beside the text where there is room for it. */
export function Contents({ content }: Props) {
  if (content.sections.length < 2) return null
  return (
    <nav className="contents" aria-label={texts.contents}>
      <h2 className="contents__title">{texts.contents}</h2>
      <Sections content={content} />
    </nav>
  )
}

/** So few sections are soon scrolled past. */
const fewSections = 4

/** The same between the points and the sections, folded away, where there is no room beside the text. */
export function FoldedContents({ content }: Props) {
  if (content.sections.length < fewSections) return null
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
            goTo(at)
          }}
        >
          <span>{title}</span>
          <span className="contents__time">{toClock(startMs)}</span>
        </a>
      </li>
    ))}
  </ol>
)

/** The focus goes along, so that a keyboard and a screen reader go on from there. */
function goTo(section: number) {
  const heading = document.getElementById(`section-${section}`)
  const behavior = matchMedia(prefersReducedMotion).matches ? 'auto' : 'smooth'
  heading?.scrollIntoView({ block: 'start', behavior })
  heading?.focus({ preventScroll: true })
}
