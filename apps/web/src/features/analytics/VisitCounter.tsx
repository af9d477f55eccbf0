import { useLocation } from 'react-router'
import { useToast } from '../../ui/Toast.tsx'
import { ConsentBar } from './ConsentBar.tsx'
import { texts } from './texts.ts'
import { useConsent } from './useConsent.ts'
import { useCountVisits } from './useCountVisits.ts'

/** Pages without the question, because users pay or log in there and on a phone the bar would cover the form. */
const isFormPage = (path: string) => /^\/(subscriptions|login|registration|reset-password)/.test(path)

/**
 * Asks for consent to count visits, and counts them if it was given. Loaded after the first page, and only if analytics is
 * set up.
 */
export default function VisitCounter() {
  const [consent, analytics] = useConsent()
  const { pathname } = useLocation()
  const toast = useToast()
  useCountVisits()
  if (consent !== 'unasked' || isFormPage(pathname)) return null
  const answer = (isAllowed: boolean) => {
    analytics.setConsent(isAllowed)
    toast({ text: isAllowed ? texts.allowed : texts.refused })
  }
  return <ConsentBar onAnswer={answer} />
}
