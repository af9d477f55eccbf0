import { useLocation } from 'react-router'
import { useToast } from '../../ui/Toast.tsx'
import { ConsentBar } from './ConsentBar.tsx'
import { texts } from './texts.ts'
import { useConsent } from './useConsent.ts'
import { useCounting } from './useCounting.ts'

/** Asks whether visits may be counted, and counts them after a yes. Its code comes where somebody counts, after the first page. */
export default function Counting() {
  const [consent, analytics] = useConsent()
  const { pathname } = useLocation()
  const toast = useToast()
  useCounting()
  // Whoever is about to pay is asked nothing else.
  if (consent !== 'unasked' || pathname.startsWith('/subscriptions')) return null
  const answer = (isAllowed: boolean) => {
    analytics.answer(isAllowed)
    toast({ text: isAllowed ? texts.allowed : texts.refused })
  }
  return <ConsentBar onAnswer={answer} />
}
