import type { PlanResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { frequencies } from '@recaps/domain/plans'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { formatDay } from '../../../ui/time.ts'
import type { PlanOffer } from './plan-offer.ts'
import { texts } from './texts.ts'

const planTexts = texts.plans

export type PlanChoice = { kind: 'pay'; planId: BuyablePlanId } | PlanChange
export type PlanChange = { kind: 'change'; planId: BuyablePlanId } | { kind: 'cancel' }

interface Props {
  plan: PlanResponse
  offer: PlanOffer
  /** Price per month with currency, as text. Null if the plan has no price here. */
  price: string | null
  isChosen: boolean
  isRecommended: boolean
  onChoose(choice: PlanChoice): void
}

export function PlanCard({ plan, offer, price, isChosen, isRecommended, onChoose }: Props) {
  return (
    <li
      className="plan-card"
      data-present={offer.kind === 'present' ? '' : undefined}
      data-chosen={isChosen ? '' : undefined}
    >
      <div className="plan-card__head">
        <h3 className="plan-card__title">{plan.title}</h3>
        {price !== null && (
          <p className="plan-card__price">
            <span className="plan-card__amount">{price}</span> {planTexts.monthly}
          </p>
        )}
      </div>
      <p className="plan-card__marks">
        {offer.kind === 'present' && <span className="plan-mark plan-mark--present">{planTexts.present}</span>}
        {offer.kind === 'coming' && <span className="plan-mark">{planTexts.from(formatDay(offer.at))}</span>}
        {isRecommended && <span className="plan-mark">{planTexts.fits}</span>}
      </p>
      <ul className="plan-card__facts">
        {factsOf(plan).map(({ text, isIncluded }) => (
          <li key={text} data-missing={isIncluded ? undefined : ''}>
            <Icon name={isIncluded ? 'check' : 'close'} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <PlanAction plan={plan} offer={offer} isPrimary={isChosen} onChoose={onChoose} />
    </li>
  )
}

function PlanAction({
  plan,
  offer,
  isPrimary,
  onChoose,
}: Pick<Props, 'plan' | 'offer' | 'onChoose'> & { isPrimary: boolean }) {
  const action = actionOf(offer)
  const note = noteOf(offer)
  if (note) return <p className="plan-card__note">{note}</p>
  if (!action) return null
  return (
    <Button
      isWide
      kind={isPrimary ? 'primary' : 'secondary'}
      aria-label={planTexts.of(action.label, plan.title)}
      onClick={() => onChoose(action.choice)}
    >
      {action.label}
    </Button>
  )
}

function actionOf(offer: PlanOffer): { label: string; choice: PlanChoice } | null {
  switch (offer.kind) {
    case 'buy':
      return { label: planTexts.choose, choice: { kind: 'pay', planId: offer.planId } }
    case 'go_on':
      return { label: texts.banner.finishPayment, choice: { kind: 'pay', planId: offer.planId } }
    case 'upgrade':
      return { label: planTexts.upgrade, choice: { kind: 'change', planId: offer.planId } }
    case 'downgrade':
      return { label: planTexts.downgrade, choice: { kind: 'change', planId: offer.planId } }
    case 'cancel':
      return { label: planTexts.downgrade, choice: { kind: 'cancel' } }
    default:
      return null
  }
}

/** Why this plan has no button, or null. */
function noteOf({ kind }: PlanOffer): string | null {
  if (kind === 'included') return planTexts.included
  return kind === 'disputed' ? planTexts.disputed : null
}

function factsOf(plan: PlanResponse): { text: string; isIncluded: boolean }[] {
  const { facts } = planTexts
  const mostFrequent = frequencies.find(frequency => plan.allowedFrequencies.includes(frequency)) ?? 'monthly'
  return [
    { text: facts.summaries(plan.summariesPerMonth), isIncluded: true },
    { text: facts.channels(plan.channelLimit), isIncluded: true },
    { text: facts.reads(plan.communityReadsPerMonth), isIncluded: true },
    { text: facts.frequency[mostFrequent], isIncluded: true },
    { text: plan.aiInteraction ? facts.aiInteraction : facts.noAiInteraction, isIncluded: plan.aiInteraction },
  ]
}
