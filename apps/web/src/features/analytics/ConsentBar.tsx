import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'
import { counter } from './useConsent.ts'
import './consent-bar.css'

/** Stands above player and tabs, takes no focus, and can be left where it is. */
export function ConsentBar({ onAnswer }: { onAnswer(isAllowed: boolean): void }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    // The page gets so much longer, so that nothing at its end stays hidden; nothing that is seen moves.
    const tell = () => document.documentElement.style.setProperty('--consent-height', `${bar.offsetHeight}px`)
    const observer = new ResizeObserver(tell)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--consent-height')
    }
  }, [])
  return (
    <div className="consent-place">
      <section className="consent" aria-label={texts.label} ref={ref}>
        <p className="consent__text">
          {texts.ask(counter())} <Link to="/privacy#counting">{texts.more}</Link>
        </p>
        <div className="consent__answers">
          <Button onClick={() => onAnswer(true)}>{texts.allow}</Button>
          <Button onClick={() => onAnswer(false)}>{texts.refuse}</Button>
        </div>
      </section>
    </div>
  )
}
