import { Icon } from '../../ui/Icon.tsx'
import { PlanLink } from '../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../subscriptions/queries.ts'
import { texts } from './dashboard/texts.ts'
import { planForForecast } from './model.ts'
import './forecast-line.css'

/** How much of a month's summaries the channels take, as they have uploaded lately; and what becomes of too many. */
export function ForecastLine({ forecast }: { forecast: number | null }) {
  const { data: entitlement } = useEntitlement()
  if (forecast === null || !entitlement) return null
  const { limit } = entitlement.month
  const isMore = forecast > limit
  const larger = planForForecast(forecast, limit)
  return (
    <div className="forecast-line" data-over={isMore ? '' : undefined}>
      <p className="forecast-line__words">
        {isMore && <Icon name="warning" />}
        <span>
          {texts.forecast(forecast, limit)} {isMore && texts.tooMany}{' '}
          {larger && <PlanLink planId={larger.id} lifts={texts.lifts(larger.title, larger.summariesPerMonth)} />}
        </span>
      </p>
      <span className="forecast-line__bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (forecast / Math.max(1, limit)) * 100)}%` }} />
      </span>
    </div>
  )
}
