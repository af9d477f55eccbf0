import { useLocation } from 'react-router'
import { useToast } from '../../ui/Toast.tsx'
import { ConsentBar } from './ConsentBar.tsx'
import { texts } from './texts.ts'
import { useConsent } from './useConsent.ts'
import { useCounting } from './useCounting.ts'

/** Whoever is about to pay, or fills in a form to get in, is asked nothing else: on a phone the bar would lie over the form. */
const isBusyAt = (path: string) => /^\/(subscriptions|login|registration|reset-password)/.test(path)

/** Asks whether visits may be counted, and counts them after a yes. Its code comes where somebody counts, after the first page. */
export default function Counting() {
  const [consent, analytics] = useConsent()
  const { pathname } = useLocation()
  const toast = useToast()
  useCounting()
  if (consent !== 'unasked' || isBusyAt(pathname)) return null
  const answer = (isAllowed: boolean) => {
    analytics.answer(isAllowed)
    toast({ text: isAllowed ? texts.allowed : texts.refused })
  }
  return <ConsentBar onAnswer={answer} />
}
