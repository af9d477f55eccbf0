import { useParams } from 'react-router'
import { RequireLogin } from './RequireLogin.tsx'
import { screens } from './screens.tsx'

/** A number is a summary id and requires login; anything else is a share token. */
export function SummaryPage() {
  const { id = '' } = useParams()
  if (!/^\d+$/.test(id)) return <screens.Shared />
  return (
    <RequireLogin>
      <screens.Detail />
    </RequireLogin>
  )
}
