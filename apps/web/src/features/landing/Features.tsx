import { texts } from './texts.ts'

const { title, list } = texts.features

/** The pictures are screenshots made by src/test/look/landing-pictures.ts. */
export const Features = () => (
  <section className="landing-section" id="features" aria-labelledby="features-title">
    <h2 className="landing-section__title" id="features-title">
      {title}
    </h2>
    <ul className="features">
      {list.map(feature => (
        <li className="feature" key={feature.id}>
          <div className="feature__words">
            <h3 className="feature__title">{feature.title}</h3>
            <p>{feature.text}</p>
          </div>
          <Picture {...feature} />
        </li>
      ))}
    </ul>
  </section>
)

/** CSS hides the image of the other theme, so it isn't fetched. */
const Picture = ({ id, alt }: { id: string; alt: string }) => (
  <div className="feature__picture">
    {(['light', 'dark'] as const).map(theme => (
      <img
        key={theme}
        className={`in-${theme}`}
        src={`/landing/${id}-${theme}.webp`}
        alt={alt}
        width={780}
        height={800}
        loading="lazy"
        decoding="async"
      />
    ))}
  </div>
)
