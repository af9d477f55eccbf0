import { lazy, Suspense } from 'react'
import ScheduleScreen from '../features/schedules/dashboard/ScheduleScreen.tsx'

const loadLatestRun = () => import('../features/summaries/latest-run/LatestRunCard.tsx')
const LatestRunCard = lazy(loadLatestRun)
const SuggestedChannels = lazy(() => import('../features/popular/suggested/SuggestedChannels.tsx'))

// Usually needed: loading it along with the schedule avoids a layout shift later.
loadLatestRun().catch(() => {})

/** The schedule with the cards of other features: its latest run and suggested channels. */
export default function DashboardScreen() {
  return (
    <ScheduleScreen
      renderRun={run => (
        <Suspense fallback={null}>
          <LatestRunCard key={run.id} run={run} />
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
