import { type Plan, plans } from '@recaps/domain/plans'
import { frequencyNames } from '@recaps/domain/schedules'
import { money } from '../../ui/money.ts'

interface Row {
  what: string
  of(plan: Plan): string
  /** With a server of one's own. */
  own: string
}

const most = plans.at(-1)!
const number = (count: number): string => count.toLocaleString('en-US')
const upTo = (count: number): string => `up to ${number(count)}`
const often = ({ allowedFrequencies }: Plan): string =>
  capitalized(frequencyNames[allowedFrequencies[0]!].replaceAll('-', ' '))
const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The plans side by side, read from the table that the server goes by. */
export const planRows: readonly Row[] = [
  { what: 'Price a month', of: ({ priceCents }) => (priceCents === 0 ? 'Free' : money(priceCents / 100)), own: 'Free' },
  {
    what: 'Summaries a month',
    of: ({ summariesPerMonth }) => number(summariesPerMonth),
    own: upTo(most.summariesPerMonth),
  },
  { what: 'Channels to follow', of: ({ channelLimit }) => number(channelLimit), own: upTo(most.channelLimit) },
  { what: 'Digests at most', of: often, own: often(most) },
  {
    what: 'Community reads a month',
    of: ({ communityReadsPerMonth }) => number(communityReadsPerMonth),
    own: upTo(most.communityReadsPerMonth),
  },
  {
    what: 'Ask questions about the video',
    of: ({ aiInteraction }) => (aiInteraction ? 'Yes' : 'No'),
    own: most.aiInteraction ? 'Yes' : 'No',
  },
]
