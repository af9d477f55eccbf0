import { plans } from '@recaps/domain/plans'
import { planRows } from './plan-table.ts'
import { texts } from './texts.ts'

const words = texts.pricing

/** The plans of the product beside a server of one's own. Where nothing is sold, the one that everybody has is marked. */
export const Pricing = () => (
  <section className="landing-section" id="pricing" aria-labelledby="pricing-title">
    <h2 className="landing-section__title" id="pricing-title">
      {words.title}
    </h2>
    <p className="landing-section__lead" data-with="payments">
      {words.lead}
    </p>
    <p className="landing-section__lead" data-without="payments">
      {words.unsold}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
    <section className="plans" aria-label={words.scroll} tabIndex={0}>
      <table className="plans__table">
        <caption className="visually-hidden">{words.caption}</caption>
        <thead>
          <tr>
            <td />
            {plans.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
                <span className="plans__here" data-plan={id} data-without="payments">
                  {words.here}
                </span>
              </th>
            ))}
            <th scope="col">
              {words.own}
              <span className="plans__note">{words.ownNote}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {planRows.map(({ what, of, own }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {plans.map(plan => (
                <td key={plan.id}>{of(plan)}</td>
              ))}
              <td>{own}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </section>
)
