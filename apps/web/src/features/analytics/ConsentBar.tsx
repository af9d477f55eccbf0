import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'
import { analyticsServiceName } from './useConsent.ts'
import './consent-bar.css'

/** Shown above the player and tabs. Not modal: it takes no focus and can be ignored. */
export function ConsentBar({ onAnswer }: { onAnswer(isAllowed: boolean): void }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const bar = ref.current
    if (!bar) return
    // Lengthens the page by the height of the bar, so that its end can be scrolled into view without a layout shift.
    const setHeight = () => document.documentElement.style.setProperty('--consent-height', `${bar.offsetHeight}px`)
    const observer = new ResizeObserver(setHeight)
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
          {texts.ask(analyticsServiceName())} <Link to="/privacy#counting">{texts.more}</Link>
        </p>
        <div className="consent__answers">
          <Button onClick={() => onAnswer(true)}>{texts.allow}</Button>
          <Button onClick={() => onAnswer(false)}>{texts.refuse}</Button>
        </div>
      </section>
    </div>
  )
}
