import { quality } from './quality.ts'
import { texts } from './texts.ts'

const words = texts.quality
const { documents, caught, doubted, agreed, agreedByChance, longest, covered } = quality

const figures: readonly [figure: string, meaning: string][] = [
  [caught, words.caught],
  [doubted, words.doubted],
  [agreed, words.agreed(agreedByChance)],
  [covered, words.covered(longest)],
]

/** How good the summaries are, in figures that were measured: they come from the record of the measurement at the build. */
export const Quality = () => (
  <section className="quality" aria-labelledby="quality-title">
    <h3 className="quality__title" id="quality-title">
      {words.title}
    </h3>
    <p>{words.lead}</p>
    <dl className="quality__figures">
      {figures.map(([figure, meaning]) => (
        <div key={meaning}>
          <dt>{meaning}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
    <p className="quality__measured">{words.measured(documents)}</p>
  </section>
)
