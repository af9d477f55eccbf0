import { lazy, Suspense } from 'react'
import ScheduleScreen from '../features/schedules/dashboard/ScheduleScreen.tsx'

const loadBrought = () => import('../features/summaries/brought/BroughtCard.tsx')
const BroughtCard = lazy(loadBrought)
const SuggestedChannels = lazy(() => import('../features/popular/suggested/SuggestedChannels.tsx'))

// Mostly it is needed: fetched while the schedule is asked for, it moves nothing when it comes.
loadBrought().catch(() => {})

/** The schedule with what later features know of summaries: what it brought last, and whom one may want to follow. */
export default function DashboardScreen() {
  return (
    <ScheduleScreen
      brought={run => (
        <Suspense fallback={null}>
          <BroughtCard key={run.id} run={run} />
        </Suspense>
      )}
      suggested={
        <Suspense fallback={null}>
          <SuggestedChannels />
        </Suspense>
      }
    />
  )
}
