import { cheapestPlanWith, type Frequency, frequencies } from '@recaps/domain/plans'
import { Icon } from '../../../ui/Icon.tsx'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { frequencyLabels } from '../frequency.ts'
import { texts } from './texts.ts'

interface Props {
  chosen: Frequency
  /** The saved frequency of the schedule. It stays available even if the plan does not include it. */
  current: Frequency | null
  onChoose(frequency: Frequency): void
}

/** The five frequencies. Unavailable ones are disabled and name the cheapest plan that has them. */
export function FrequencyChoice({ chosen, current, onChoose }: Props) {
  const { data: entitlement } = useEntitlement()
  const isAvailable = (frequency: Frequency) =>
    !entitlement || frequency === current || entitlement.activePlan.allowedFrequencies.includes(frequency)
  return (
    <fieldset className="frequencies">
      <legend className="visually-hidden">{texts.frequency}</legend>
      {frequencies.map(frequency => (
        <label key={frequency} className="frequency" data-locked={isAvailable(frequency) ? undefined : ''}>
          <input
            type="radio"
            name="frequency"
            value={frequency}
            checked={frequency === chosen}
            disabled={!isAvailable(frequency)}
            onChange={() => onChoose(frequency)}
          />
          <span className="frequency__name">{frequencyLabels[frequency]}</span>{' '}
          {!isAvailable(frequency) && (
            <span className="frequency__lock">
              <Icon name="lock" />
              <RequiredPlan frequency={frequency} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function RequiredPlan({ frequency }: { frequency: Frequency }) {
  const plan = cheapestPlanWith(other => other.allowedFrequencies.includes(frequency))
  return plan && <PlanLink planId={plan.id}>{texts.inPlan(plan.title)}</PlanLink>
}
