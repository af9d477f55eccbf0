import type { Schedule } from '@recaps/contract'
import { cheapestPlanWith, planById } from '@recaps/domain/plans'
import { scheduleLimitSentence } from '@recaps/domain/schedules'
import { useNavigate } from 'react-router'
import { Banner } from '../../../ui/Banner.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { zoneTime } from '../../auth/TimeZoneLine.tsx'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { longDate, shortDate } from '../dates.ts'
import { ForecastLine } from '../ForecastLine.tsx'
import { describeFrequency } from '../frequency.ts'
import { paths } from '../wizard/paths.ts'
import { LastRun } from './LastRun.tsx'
import { ScheduleActions } from './ScheduleActions.tsx'
import { texts } from './texts.ts'
import { UnconfirmedEmailBanner } from './UnconfirmedEmailBanner.tsx'
import { useDeleteSchedule } from './useDeleteSchedule.ts'

/** Frequency, next dates, last run, forecast and actions of the schedule. */
export function HeadCard({ schedule }: { schedule: Schedule }) {
  const navigate = useNavigate()
  const remove = useDeleteSchedule(schedule)
  return (
    <Card
      title={describeFrequency(schedule.frequency, schedule.startClock)}
      action={
        <span className="schedule__head-actions">
          <IconButton icon="edit" label={texts.edit} onClick={() => navigate(paths.channels)} />
          <IconButton icon="trash" label={texts.remove} onClick={remove} />
        </span>
      }
    >
      {schedule.pausedByPlan && <PausedByPlan schedule={schedule} />}
      {!schedule.pausedByPlan && <NextDates schedule={schedule} />}
      <UnconfirmedEmailBanner />
      <LastRun schedule={schedule} />
      <ForecastLine forecast={schedule.forecastPerMonth} />
      <ScheduleActions schedule={schedule} />
    </Card>
  )
}

function PausedByPlan({ schedule: { frequency } }: { schedule: Schedule }) {
  const { data: entitlement } = useEntitlement()
  const request = { channelIds: [], frequency }
  const largerPlan = cheapestPlanWith(plan => plan.allowedFrequencies.includes(frequency))
  return (
    <Banner tone="warning" action={largerPlan && <PlanLink planId={largerPlan.id} />}>
      <strong>{texts.pausedByPlan}.</strong>{' '}
      {entitlement &&
        `${scheduleLimitSentence('frequency_not_in_plan', planById(entitlement.activePlan.id), request)} ${texts.orChangeFrequency}`}
    </Banner>
  )
}

function NextDates({ schedule: { disabled, nextThree, timezone } }: { schedule: Schedule }) {
  const [first, ...others] = nextThree
  if (disabled || !first) {
    return (
      <div className="next-dates">
        <p className="next-dates__first">{texts.paused}</p>
        <p className="next-dates__others">{texts.pausedText}</p>
      </div>
    )
  }
  return (
    <div className="next-dates">
      <p className="next-dates__label">{texts.next}</p>
      <p className="next-dates__first">
        <time dateTime={first}>{longDate(first)}</time> <span className="next-dates__zone">{zoneTime(timezone)}</span>
      </p>
      {others.length > 0 && (
        <p className="next-dates__others">
          {texts.afterwards}{' '}
          {others.map((date, at) => (
            <span key={date}>
              {at > 0 && texts.andThen}
              <time className="next-dates__one" dateTime={date}>
                {shortDate(date)}
              </time>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
