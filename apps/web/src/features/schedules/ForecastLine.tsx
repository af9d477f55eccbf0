import { Icon } from '../../ui/Icon.tsx'
import { PlanLink } from '../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../subscriptions/queries.ts'
import { texts } from './dashboard/texts.ts'
import { planForForecast } from './model.ts'
import './forecast-line.css'

/**
 * How many summaries per month the channels will use, based on their recent uploads, and what happens above the limit.
 * Empty if `forecast` is null.
 */
export function ForecastLine({ forecast }: { forecast: number | null }) {
  const { data: entitlement } = useEntitlement()
  if (forecast === null || !entitlement) return null
  const { limit } = entitlement.month
  const isOverLimit = forecast > limit
  const largerPlan = planForForecast(forecast, limit)
  return (
    <div className="forecast-line" data-over={isOverLimit ? '' : undefined}>
      <p className="forecast-line__words">
        {isOverLimit && <Icon name="warning" />}
        <span>
          {texts.forecast(forecast, limit)} {isOverLimit && texts.overLimit}{' '}
          {largerPlan && (
            <PlanLink
              planId={largerPlan.id}
              benefit={texts.largerPlan(largerPlan.title, largerPlan.summariesPerMonth)}
            />
          )}
        </span>
      </p>
      <span className="forecast-line__bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (forecast / Math.max(1, limit)) * 100)}%` }} />
      </span>
    </div>
  )
}
