import { plans } from '@recaps/domain/plans'
import { planComparison } from './plan-table.ts'
import { texts } from './texts.ts'

const pricingTexts = texts.pricing

/** Compares the plans with a self-hosted server. If this server sells no plans, marks the one that every account has. */
export const Pricing = () => (
  <section className="landing-section" id="pricing" aria-labelledby="pricing-title">
    <h2 className="landing-section__title" id="pricing-title">
      {pricingTexts.title}
    </h2>
    <p className="landing-section__lead" data-with="payments">
      {pricingTexts.lead}
    </p>
    <p className="landing-section__lead" data-without="payments">
      {pricingTexts.unsold}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible with the keyboard. */}
    <section className="plans" aria-label={pricingTexts.scroll} tabIndex={0}>
      <table className="plans__table">
        <caption className="visually-hidden">{pricingTexts.caption}</caption>
        <thead>
          <tr>
            <td />
            {plans.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
                <span className="plans__here" data-plan={id} data-without="payments">
                  {pricingTexts.onThisServer}
                </span>
              </th>
            ))}
            <th scope="col">
              {pricingTexts.selfHosted}
              <span className="plans__note">{pricingTexts.selfHostedNote}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {planComparison.map(({ label, valueFor, selfHosted }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {plans.map(plan => (
                <td key={plan.id}>{valueFor(plan)}</td>
              ))}
              <td>{selfHosted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
)
