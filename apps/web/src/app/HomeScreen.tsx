import { Navigate } from 'react-router'
import { allItems } from '../features/summaries/cache.ts'
import { useSummaryList } from '../features/summaries/queries.ts'
import { Splash } from './Splash.tsx'

/** The way home (specification §2): to the summaries when there are some, else to the schedule. */
export default function HomeScreen() {
  const list = useSummaryList()
  if (list.isPending) return <Splash />
  return <Navigate to={allItems(list.data).length > 0 ? '/tabs/history' : '/tabs/dashboard'} replace />
}
