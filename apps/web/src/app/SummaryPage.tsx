import { useParams } from 'react-router'
import { screens } from './screens.tsx'
import { UserOnly } from './UserOnly.tsx'

/** A number is a summary id and requires login; anything else is a share token. */
export function SummaryPage() {
  const { id = '' } = useParams()
  if (!/^\d+$/.test(id)) return <screens.Shared />
  return (
    <UserOnly>
      <screens.Detail />
    </UserOnly>
  )
}
