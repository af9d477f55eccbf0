import { useParams } from 'react-router'
import { screens } from './screens.tsx'
import { UserOnly } from './UserOnly.tsx'

/** A number opens what a user has or may read; everything else is, or once was, the token of what somebody shares. */
export function SummaryPage() {
  const { id = '' } = useParams()
  if (!/^\d+$/.test(id)) return <screens.Shared />
  return (
    <UserOnly>
      <screens.Detail />
    </UserOnly>
  )
}
