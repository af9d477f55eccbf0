import { useLocation } from 'react-router'
import { Redirect } from '../ui/Redirect.tsx'

/** Redirects `/schedule-wizard/date` to `/schedule-wizard-date`, and so on. An unknown step ends on the 404 page. */
export function WizardStepRedirect() {
  const { pathname, search, hash, state } = useLocation()
  return <Redirect to={pathname.replace('wizard/', 'wizard-') + search + hash} state={state} />
}
