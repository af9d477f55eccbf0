import { allItems } from '../features/summaries/cache.ts'
import { useSummaryList } from '../features/summaries/queries.ts'
import { Redirect } from '../ui/Redirect.tsx'
import { Splash } from '../ui/Splash.tsx'

/** The way home (specification §2): to the summaries when there are some, else to the schedule. */
export default function HomeScreen() {
  const list = useSummaryList()
  if (list.isPending) return <Splash />
  return <Redirect to={allItems(list.data).length > 0 ? '/tabs/history' : '/tabs/dashboard'} />
}
