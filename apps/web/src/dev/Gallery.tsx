import { MemoryRouter } from 'react-router'
import { ToastProvider } from '../ui/Toast.tsx'
import { controls } from './controls.tsx'
import { fields } from './fields.tsx'
import { messages } from './messages.tsx'
import { pictures } from './pictures.tsx'
import type { Specimen } from './specimen.ts'
import { surfaces } from './surfaces.tsx'
import './gallery.css'

export const specimens: readonly Specimen[] = [...controls, ...fields, ...messages, ...pictures, ...surfaces]

/** Every component in every state, light and dark side by side. */
export const Gallery = () => (
  <div className="gallery">
    <h1 className="gallery__title">Components</h1>
    <nav className="gallery__index" aria-label="Components">
      {specimens.map(({ name }) => (
        <a key={name} href={`#${name}`}>
          {name}
        </a>
      ))}
    </nav>
    {specimens.map(specimen => (
      <Exhibit key={specimen.name} {...specimen} />
    ))}
  </div>
)

const Exhibit = ({ name, purpose, states }: Specimen) => (
  <section className="exhibit" id={name} aria-labelledby={`${name}-title`}>
    <h2 id={`${name}-title`}>{name}</h2>
    <p>{purpose}</p>
    <div className="exhibit__sides">
      <Side theme="light" states={states} />
      <Side theme="dark" states={states} />
    </div>
  </section>
)

/** The design tokens follow `color-scheme`, so one page can show both themes. */
const Side = ({ theme, states }: { theme: 'light' | 'dark'; states: Specimen['states'] }) => (
  <MemoryRouter>
    <ToastProvider>
      <div className={`side side--${theme}`}>
        {Object.entries(states).map(([state, element]) => (
          <figure className="state" key={state}>
            <figcaption className="state__name">{state}</figcaption>
            {element}
          </figure>
        ))}
      </div>
    </ToastProvider>
  </MemoryRouter>
)
