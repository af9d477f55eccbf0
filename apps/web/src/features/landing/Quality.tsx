import { quality } from './quality.ts'
import { texts } from './texts.ts'

const qualityTexts = texts.quality
const { documents, caught, falselyFlagged, agreement, chanceAgreement, longest, covered } = quality

const figures: readonly [figure: string, meaning: string][] = [
  [caught, qualityTexts.caught],
  [falselyFlagged, qualityTexts.falselyFlagged],
  [agreement, qualityTexts.agreement(chanceAgreement)],
  [covered, qualityTexts.covered(longest)],
]

/** The measured quality of the summaries. */
export const Quality = () => (
  <section className="quality" aria-labelledby="quality-title">
    <h3 className="quality__title" id="quality-title">
      {qualityTexts.title}
    </h3>
    <p>{qualityTexts.lead}</p>
    <dl className="quality__figures">
      {figures.map(([figure, meaning]) => (
        <div key={meaning}>
          <dt>{meaning}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
    <p className="quality__measured">{qualityTexts.measured(documents)}</p>
  </section>
)
