import type { MonthlyUseResponse, PlanResponse } from '@recaps/contract'
import { lazy, Suspense, useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { dayAndTime } from '../../../ui/time.ts'
import { useSchedule } from '../../schedules/queries.ts'
import { texts } from './texts.ts'

const UsageList = lazy(() => import('./UsageList.tsx'))
const words = texts.month

/** What is used of the month, and when it starts again by the reader's own clock. */
export function MonthCard({ month, plan }: { month: MonthlyUseResponse; plan: PlanResponse }) {
  const schedule = useSchedule()
  const [isUnfolded, setUnfolded] = useState(false)
  const channels = schedule.data?.channelList.length ?? 0
  return (
    <Card title={words.title}>
      <dl className="month-use">
        <Use name={words.summaries} used={month.used} limit={month.limit} />
        <Use name={words.reads} used={month.communityReads.used} limit={month.communityReads.limit} />
        {schedule.data !== undefined && <Use name={words.channels} used={channels} limit={plan.channelLimit} />}
      </dl>
      <p className="month-use__resets">
        {words.resets(dayAndTime(month.resetsAt))} {channels > 0 && month.used >= month.limit && words.digestsGoOn}
      </p>
      <button
        type="button"
        className="text-button month-use__more"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? texts.usage.hide : texts.usage.show}
      </button>
      {isUnfolded && (
        <Suspense fallback={null}>
          <UsageList />
        </Suspense>
      )}
    </Card>
  )
}

const Use = ({ name, used, limit }: { name: string; used: number; limit: number }) => (
  <div className="month-use__row" data-full={used >= limit ? '' : undefined}>
    <dt>{name}</dt>
    <dd>{words.of(used, limit)}</dd>
    <dd className="month-use__bar">
      <ProgressBar fraction={used / Math.max(1, limit)} label={name} />
    </dd>
  </div>
)
