import { isDemo } from '../../../device/page-facts.ts'
import { Button } from '../../../ui/Button.tsx'
import { texts } from './empty-box-texts.ts'

const { demo } = texts

/** The demo has no network access, so suggest searches that have results. */
export function DemoHint({ onSearch }: { onSearch(search: string): void }) {
  if (!isDemo()) return null
  return (
    <section className="demo-hint" aria-label={demo.title}>
      <p>{demo.text}</p>
      <ul className="demo-hint__words">
        {demo.searches.map(search => (
          <li key={search}>
            <Button isSmall icon="search" onClick={() => onSearch(search)}>
              {search}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
