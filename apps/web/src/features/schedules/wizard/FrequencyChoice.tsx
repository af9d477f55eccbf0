import { cheapestPlanWith, type Frequency, frequencies } from '@recaps/domain/plans'
import { Icon } from '../../../ui/Icon.tsx'
import { PlanLink } from '../../subscriptions/PlanLink.tsx'
import { useEntitlement } from '../../subscriptions/queries.ts'
import { frequencyLabels } from '../frequency.ts'
import { texts } from './texts.ts'

interface Props {
  chosen: Frequency
  /** What the schedule has already stays open, whatever the plan. */
  held: Frequency | null
  onChoose(frequency: Frequency): void
}

/** The five frequencies; those outside the plan say which one opens them. */
export function FrequencyChoice({ chosen, held, onChoose }: Props) {
  const { data: entitlement } = useEntitlement()
  const isOpen = (frequency: Frequency) =>
    !entitlement || frequency === held || entitlement.activePlan.allowedFrequencies.includes(frequency)
  return (
    <fieldset className="frequencies">
      <legend className="visually-hidden">{texts.frequency}</legend>
      {frequencies.map(frequency => (
        <label key={frequency} className="frequency" data-locked={isOpen(frequency) ? undefined : ''}>
          <input
            type="radio"
            name="frequency"
            value={frequency}
            checked={frequency === chosen}
            disabled={!isOpen(frequency)}
            onChange={() => onChoose(frequency)}
          />
          <span className="frequency__name">{frequencyLabels[frequency]}</span>{' '}
          {!isOpen(frequency) && (
            <span className="frequency__lock">
              <Icon name="lock" />
              <Opens frequency={frequency} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

function Opens({ frequency }: { frequency: Frequency }) {
  const plan = cheapestPlanWith(other => other.allowedFrequencies.includes(frequency))
  return plan && <PlanLink planId={plan.id}>{texts.opens(plan.title)}</PlanLink>
}
