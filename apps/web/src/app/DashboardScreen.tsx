import { lazy, Suspense } from 'react'
import ScheduleScreen from '../features/schedules/dashboard/ScheduleScreen.tsx'

const loadBrought = () => import('../features/summaries/brought/BroughtCard.tsx')
const BroughtCard = lazy(loadBrought)
const SuggestedChannels = lazy(() => import('../features/popular/suggested/SuggestedChannels.tsx'))

// Usually needed: loading it along with the schedule avoids a layout shift later.
loadBrought().catch(() => {})

/** The schedule with the cards of other features: its latest run and suggested channels. */
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
