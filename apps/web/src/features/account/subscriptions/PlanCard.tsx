import type { PlanResponse } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { frequencies } from '@recaps/domain/plans'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { day } from '../../../ui/time.ts'
import type { Offer } from './offer.ts'
import { texts } from './texts.ts'

const words = texts.plans

/** What somebody wants to do about their plan. */
export type Choice = { kind: 'pay'; planId: BuyablePlanId } | Change
export type Change = { kind: 'change'; planId: BuyablePlanId } | { kind: 'cancel' }

interface Props {
  plan: PlanResponse
  offer: Offer
  /** Of a month, with its currency; null where none is named. */
  price: string | null
  isChosen: boolean
  isFitting: boolean
  onAct(choice: Choice): void
}

export function PlanCard({ plan, offer, price, isChosen, isFitting, onAct }: Props) {
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
            <span className="plan-card__amount">{price}</span> {words.monthly}
          </p>
        )}
      </div>
      <p className="plan-card__marks">
        {offer.kind === 'present' && <span className="plan-mark plan-mark--present">{words.present}</span>}
        {offer.kind === 'coming' && <span className="plan-mark">{words.from(day(offer.at))}</span>}
        {isFitting && <span className="plan-mark">{words.fits}</span>}
      </p>
      <ul className="plan-card__facts">
        {factsOf(plan).map(({ text, has }) => (
          <li key={text} data-missing={has ? undefined : ''}>
            <Icon name={has ? 'check' : 'close'} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <Step plan={plan} offer={offer} isFirst={isChosen} onAct={onAct} />
    </li>
  )
}

function Step({ plan, offer, isFirst, onAct }: Pick<Props, 'plan' | 'offer' | 'onAct'> & { isFirst: boolean }) {
  const step = stepOf(offer)
  const note = noteOf(offer)
  if (note) return <p className="plan-card__note">{note}</p>
  if (!step) return null
  return (
    <Button
      isWide
      kind={isFirst ? 'primary' : 'secondary'}
      aria-label={words.of(step.label, plan.title)}
      onClick={() => onAct(step.choice)}
    >
      {step.label}
    </Button>
  )
}

function stepOf(offer: Offer): { label: string; choice: Choice } | null {
  switch (offer.kind) {
    case 'buy':
      return { label: words.choose, choice: { kind: 'pay', planId: offer.planId } }
    case 'go_on':
      return { label: texts.news.goOn, choice: { kind: 'pay', planId: offer.planId } }
    case 'upgrade':
      return { label: words.upgrade, choice: { kind: 'change', planId: offer.planId } }
    case 'downgrade':
      return { label: words.downgrade, choice: { kind: 'change', planId: offer.planId } }
    case 'cancel':
      return { label: words.downgrade, choice: { kind: 'cancel' } }
    default:
      return null
  }
}

/** Why there is nothing to press. */
function noteOf({ kind }: Offer): string | null {
  if (kind === 'included') return words.included
  return kind === 'disputed' ? words.disputed : null
}

function factsOf(plan: PlanResponse): { text: string; has: boolean }[] {
  const { facts } = words
  const most = frequencies.find(frequency => plan.allowedFrequencies.includes(frequency)) ?? 'monthly'
  return [
    { text: facts.summaries(plan.summariesPerMonth), has: true },
    { text: facts.channels(plan.channelLimit), has: true },
    { text: facts.reads(plan.communityReadsPerMonth), has: true },
    { text: facts.frequency[most], has: true },
    { text: plan.aiInteraction ? facts.asking : facts.noAsking, has: plan.aiInteraction },
  ]
}
