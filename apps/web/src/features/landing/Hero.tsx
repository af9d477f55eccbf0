import { plans } from '@recaps/domain/plans'
import { Button } from '../../ui/Button.tsx'
import { Example } from './Example.tsx'
import { texts } from './texts.ts'

const heroTexts = texts.hero

/** Product description, link field and playable example. */
export const Hero = () => (
  <section className="hero" id="hero" aria-labelledby="hero-title">
    <div className="hero__words">
      <h1 className="hero__title" id="hero-title">
        {heroTexts.title}
      </h1>
      <p className="hero__lead">{heroTexts.lead}</p>
      <LinkBox />
    </div>
    <Example />
  </section>
)

/** Passes the link on in the URL, so that it survives the login of visitors. */
const LinkBox = () => (
  <form className="link-box" action="/tabs/summarize">
    <label className="link-box__label" htmlFor="link">
      {heroTexts.label}
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
        placeholder={heroTexts.example}
        aria-describedby="link-note"
        required
      />
      <Button kind="primary" type="submit">
        {heroTexts.go}
      </Button>
    </div>
    <p className="link-box__note" id="link-note">
      <span data-with="payments">{heroTexts.free(plans[0]!.summariesPerMonth)} </span>
      <span className="for-visitors">{heroTexts.linkKept}</span>
    </p>
  </form>
)
