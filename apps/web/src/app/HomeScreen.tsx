import { allItems } from '../features/summaries/cache.ts'
import { useSummaryList } from '../features/summaries/queries.ts'
import { Redirect } from '../ui/Redirect.tsx'
import { Splash } from '../ui/Splash.tsx'

/** Home navigation of users (specification §2): My Summaries if there are any, else the schedule. */
export default function HomeScreen() {
  const list = useSummaryList()
  if (list.isPending) return <Splash />
  return <Redirect to={allItems(list.data).length > 0 ? '/tabs/history' : '/tabs/dashboard'} />
}
