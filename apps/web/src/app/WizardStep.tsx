import { useLocation } from 'react-router'
import { Redirect } from '../ui/Redirect.tsx'

/** `/schedule-wizard/date` is another name of `/schedule-wizard-date`, and so on; a step that is none is no page there either. */
export function WizardStep() {
  const { pathname, search, hash, state } = useLocation()
  return <Redirect to={pathname.replace('wizard/', 'wizard-') + search + hash} state={state} />
}
