import { type Plan, plans } from '@recaps/domain/plans'
import { frequencyNames } from '@recaps/domain/schedules'
import { formatPrice } from '../../ui/money.ts'

interface Row {
  label: string
  valueFor(plan: Plan): string
  selfHosted: string
}

const largestPlan = plans.at(-1)!
const number = (count: number): string => count.toLocaleString('en-US')
const upTo = (count: number): string => `up to ${number(count)}`
const highestFrequency = ({ allowedFrequencies }: Plan): string =>
  capitalize(frequencyNames[allowedFrequencies[0]!].replaceAll('-', ' '))
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Compares the plans, using the same plan table as the server. */
export const planComparison: readonly Row[] = [
  {
    label: 'Price per month',
    valueFor: ({ priceCents }) => (priceCents === 0 ? 'Free' : formatPrice(priceCents / 100)),
    selfHosted: 'Free',
  },
  {
    label: 'Summaries per month',
    valueFor: ({ summariesPerMonth }) => number(summariesPerMonth),
    selfHosted: upTo(largestPlan.summariesPerMonth),
  },
  {
    label: 'Channels to follow',
    valueFor: ({ channelLimit }) => number(channelLimit),
    selfHosted: upTo(largestPlan.channelLimit),
  },
  { label: 'Digest frequency', valueFor: highestFrequency, selfHosted: highestFrequency(largestPlan) },
  {
    label: 'Community reads per month',
    valueFor: ({ communityReadsPerMonth }) => number(communityReadsPerMonth),
    selfHosted: upTo(largestPlan.communityReadsPerMonth),
  },
  {
    label: 'Ask questions about the video',
    valueFor: ({ aiInteraction }) => (aiInteraction ? 'Yes' : 'No'),
    selfHosted: largestPlan.aiInteraction ? 'Yes' : 'No',
  },
]
