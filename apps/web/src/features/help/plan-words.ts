import { cheapestPlanWith, type Frequency, frequencies, type Plan, plans } from '@recaps/domain/plans'
import { frequencyNames } from '@recaps/domain/schedules'
import { money } from '../../ui/money.ts'
import { listed, type Rows } from './blocks.ts'

/** `3 with Free, 10 with Basic`: one figure of all plans, said in a sentence. */
export const perPlan = (figure: (plan: Plan) => number): string =>
  listed(plans.map(plan => `${figure(plan).toLocaleString('en-US')} with ${plan.title}`))

/** Each plan with its price, and what it includes. */
export const planRows: Rows = plans.map(plan => [
  `${plan.title}: ${money(plan.priceCents / 100)} a month`,
  `${count(plan.summariesPerMonth, 'summary', 'summaries')} and ${count(plan.communityReadsPerMonth, 'community read')} a month, ${count(plan.channelLimit, 'channel')} to follow`,
])

/** `monthly with Free, weekly and fortnightly from Basic on`: from which plan on each frequency may be chosen. */
export const frequenciesPerPlan = (): string =>
  listed(
    plans.flatMap(plan => {
      const added = frequencies.filter(frequency => opens(frequency)?.id === plan.id)
      if (added.length === 0) return []
      return `${listed(added.toReversed().map(inWords))} ${plan.priceCents === 0 ? 'with every plan' : `from ${plan.title} on`}`
    }),
  )

/** `Pro and Ultimate`. */
export const plansWith = (has: (plan: Plan) => boolean): string => listed(plans.filter(has).map(({ title }) => title))

const opens = (frequency: Frequency) => cheapestPlanWith(plan => plan.allowedFrequencies.includes(frequency))
const inWords = (frequency: Frequency) => frequencyNames[frequency].replaceAll('-', ' ')

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}
