import { Quality } from './Quality.tsx'
import { texts } from './texts.ts'

const words = texts.about

/** Who it is, as far as it is known: whoever runs a server is named by the address they gave. */
export const About = () => (
  <section className="landing-section" id="about" aria-labelledby="about-title">
    <h2 className="landing-section__title" id="about-title">
      {words.title}
    </h2>
    <div className="about">
      <p>
        {words.runs} {words.reach} <a href="mailto:%support-email%">%support-email%</a> {words.orForm}{' '}
        <a href="/feedback">{words.form}</a>.
      </p>
      <p>
        {words.software} <a href="/privacy">{words.privacy}</a>.
      </p>
      <p className="about__source" data-source="%source-url%">
        {words.source}{' '}
        <a href="%source-url%" rel="noopener">
          %source-url%
        </a>
      </p>
    </div>
    <Quality />
  </section>
)
