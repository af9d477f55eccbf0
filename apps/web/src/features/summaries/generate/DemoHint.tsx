import { isDemo } from '../../../device/page-facts.ts'
import { Button } from '../../../ui/Button.tsx'
import { texts } from './while-empty-texts.ts'

const { demo } = texts

/** In the demo nothing outside exists: here are words that find something. */
export function DemoHint({ onWord }: { onWord(word: string): void }) {
  if (!isDemo()) return null
  return (
    <section className="demo-hint" aria-label={demo.title}>
      <p>{demo.text}</p>
      <ul className="demo-hint__words">
        {demo.words.map(word => (
          <li key={word}>
            <Button isSmall icon="search" onClick={() => onWord(word)}>
              {word}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
