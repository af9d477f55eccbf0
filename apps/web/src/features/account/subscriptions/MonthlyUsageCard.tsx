import type { MonthlyUsageResponse, PlanResponse } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { formatDayAndTime } from '../../../ui/time.ts'
import { useSchedule } from '../../schedules/queries.ts'
import { texts } from './texts.ts'

const UsageList = lazy(() => import('./UsageList.tsx'))
const monthTexts = texts.month

/** This month's usage, and when it resets in the user's local time. */
export function MonthlyUsageCard({ month, plan }: { month: MonthlyUsageResponse; plan: PlanResponse }) {
  const schedule = useSchedule()
  const [isExpanded, setExpanded] = useState(false)
  const channels = schedule.data?.channelList.length ?? 0
  return (
    <Card title={monthTexts.title}>
      <dl className="month-use">
        <UsageRow name={monthTexts.summaries} used={month.used} limit={month.limit} />
        <UsageRow name={monthTexts.reads} used={month.communityReads.used} limit={month.communityReads.limit} />
        {schedule.data !== undefined && (
          <UsageRow name={monthTexts.channels} used={channels} limit={plan.channelLimit} />
        )}
      </dl>
      <p className="month-use__resets">
        {monthTexts.resets(formatDayAndTime(month.resetsAt))}{' '}
        {channels > 0 && month.used >= month.limit && monthTexts.digestsContinue}
      </p>
      <button
        type="button"
        className="text-button month-use__more"
        aria-expanded={isExpanded}
        onClick={() => setExpanded(!isExpanded)}
      >
        {isExpanded ? texts.usage.hide : texts.usage.show}
      </button>
      {isExpanded && (
        <Suspense fallback={null}>
          <UsageList />
        </Suspense>
      )}
    </Card>
  )
}

const UsageRow = ({ name, used, limit }: { name: string; used: number; limit: number }) => (
  <div className="month-use__row" data-full={used >= limit ? '' : undefined}>
    <dt>{name}</dt>
    <dd>{monthTexts.of(used, limit)}</dd>
    <dd className="month-use__bar">
      <ProgressBar fraction={used / Math.max(1, limit)} label={name} />
    </dd>
  </div>
)
