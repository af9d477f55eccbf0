import { cheapestPlanWith, type Frequency, frequencies, type Plan, plans } from '@recaps/domain/plans'
import { frequencyNames } from '@recaps/domain/schedules'
import { formatPrice } from '../../ui/money.ts'
import { formatList, type TermRows } from './blocks.ts'

/** One number of each plan: `3 with Free and 10 with Basic`. */
export const formatPerPlan = (figure: (plan: Plan) => number): string =>
  formatList(plans.map(plan => `${figure(plan).toLocaleString('en-US')} with ${plan.title}`))

/** The plans with their prices and limits. */
export const planTermRows: TermRows = plans.map(plan => [
  `${plan.title}: ${formatPrice(plan.priceCents / 100)} a month`,
  `${count(plan.summariesPerMonth, 'summary', 'summaries')} and ${count(plan.communityReadsPerMonth, 'community read')} a month, ${count(plan.channelLimit, 'channel')} to follow`,
])

/** The cheapest plan for each frequency: `monthly with every plan, and weekly from Basic up`. */
export const formatFrequenciesPerPlan = (): string =>
  formatList(
    plans.flatMap(plan => {
      const added = frequencies.filter(frequency => cheapestPlanFor(frequency)?.id === plan.id)
      if (added.length === 0) return []
      return `${formatList(added.toReversed().map(displayName))} ${plan.priceCents === 0 ? 'with every plan' : `from ${plan.title} up`}`
    }),
  )

/** `Pro and Ultimate`. */
export const formatPlansWith = (has: (plan: Plan) => boolean): string =>
  formatList(plans.filter(has).map(({ title }) => title))

const cheapestPlanFor = (frequency: Frequency) => cheapestPlanWith(plan => plan.allowedFrequencies.includes(frequency))
const displayName = (frequency: Frequency) => frequencyNames[frequency].replaceAll('-', ' ')

function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? singular : plural}`
}
