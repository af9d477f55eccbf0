import { plans } from '@recaps/domain/plans'
import { Button } from '../../ui/Button.tsx'
import { Example } from './Example.tsx'
import { texts } from './texts.ts'

const words = texts.hero

/** What it is, in one sentence; a link to begin with; and an example that plays. */
export const Hero = () => (
  <section className="hero" id="hero" aria-labelledby="hero-title">
    <div className="hero__words">
      <h1 className="hero__title" id="hero-title">
        {words.title}
      </h1>
      <p className="hero__lead">{words.lead}</p>
      <LinkBox />
    </div>
    <Example />
  </section>
)

/** The link goes with the address: whoever is not logged in is asked to, and comes back to it. */
const LinkBox = () => (
  <form className="link-box" action="/tabs/summarize">
    <label className="link-box__label" htmlFor="link">
      {words.label}
    </label>
    <div className="link-box__line">
      <input
        className="link-box__input"
        id="link"
        name="url"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={words.example}
        aria-describedby="link-note"
        required
      />
      <Button kind="primary" type="submit">
        {words.go}
      </Button>
    </div>
    <p className="link-box__note" id="link-note">
      <span data-with="payments">{words.free(plans[0]!.summariesPerMonth)} </span>
      <span className="for-visitors">{words.kept}</span>
    </p>
  </form>
)
