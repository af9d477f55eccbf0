import { texts } from './texts.ts'

const { title, list } = texts.steps

export const Steps = () => (
  <section className="landing-section" id="how-it-works" aria-labelledby="steps-title">
    <h2 className="landing-section__title" id="steps-title">
      {title}
    </h2>
    <ol className="steps">
      {list.map((step, index) => (
        <li className="step" key={step.title}>
          <span className="step__number" aria-hidden="true">
            {index + 1}
          </span>
          <h3 className="step__title">{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  </section>
)
