import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Blocks } from '../help/Blocks.tsx'
import type { TextSection } from '../help/blocks.ts'
import { TextPage } from '../help/TextPage.tsx'
import { texts } from './texts.ts'
import './legal-page.css'

interface Props {
  title: string
  lead: string
  changedOn: string
  sections: readonly TextSection[]
  /** Content to show below the text of a section, by section id. */
  below?: Readonly<Record<string, ReactNode>>
}

/** A legal page: a table of contents, then sections that can be linked to by their ids. */
export const LegalPage = ({ title, lead, changedOn, sections, below = {} }: Props) => (
  <TextPage
    title={title}
    lead={
      <>
        {lead} {texts.changed(formatDate(changedOn))}
      </>
    }
    backTo="/support"
  >
    <nav className="legal-contents" aria-label={texts.contents}>
      <ol>
        {sections.map(section => (
          <li key={section.id}>
            <Link to={{ hash: section.id }} replace>
              {section.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
    {sections.map(section => (
      <section className="legal-section" key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
        <h2 className="legal-section__title" id={`${section.id}-title`} tabIndex={-1}>
          {section.title}
        </h2>
        <Blocks blocks={section.blocks} />
        {below[section.id]}
      </section>
    ))}
  </TextPage>
)

/** Always with the year, without line breaks, and independent of the reader's time zone. */
const formatDate = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    .format(new Date(date))
    .replaceAll(' ', '\u00a0')
