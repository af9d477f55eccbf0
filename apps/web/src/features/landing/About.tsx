import { Quality } from './Quality.tsx'
import { texts } from './texts.ts'

const aboutTexts = texts.about

/** The server fills in the operator's support address and the source URL. */
export const About = () => (
  <section className="landing-section" id="about" aria-labelledby="about-title">
    <h2 className="landing-section__title" id="about-title">
      {aboutTexts.title}
    </h2>
    <div className="about">
      <p>
        {aboutTexts.runs} {aboutTexts.reach} <a href="mailto:%support-email%">%support-email%</a> {aboutTexts.orForm}{' '}
        <a href="/feedback">{aboutTexts.form}</a>.
      </p>
      <p>
        {aboutTexts.software} <a href="/privacy">{aboutTexts.privacy}</a>.
      </p>
      <p className="about__source" data-source="%source-url%">
        {aboutTexts.source}{' '}
        <a href="%source-url%" rel="noopener">
          %source-url%
        </a>
      </p>
    </div>
    <Quality />
  </section>
)
