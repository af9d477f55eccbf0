import { type Plan, planById, planIdFrom } from '@recaps/domain/plans'
import { type ThirdParty, thirdParties } from '@recaps/domain/third-parties'
import { useProductName } from '../../device/DeviceContext.tsx'
import { isDemo, pageFact } from '../../device/page-facts.ts'

/** What questions, terms and privacy have to know of the server they stand on: whoever runs one has set up something else. */
export interface Installation {
  productName: string
  /** Null where the page was not written by the server, as in development. */
  supportEmail: string | null
  /** What an account has that bought nothing. */
  defaultPlan: Plan
  parties: ReadonlySet<ThirdParty>
  isSold: boolean
  /** Whether visits are counted of those who allow it. */
  isCounted: boolean
  isDemo: boolean
}

export function useInstallation(): Installation {
  const parties = partiesIn(pageFact('third-parties') ?? '')
  return {
    productName: useProductName(),
    supportEmail: pageFact('support-email'),
    defaultPlan: planById(planIdFrom(pageFact('default-plan') ?? '') ?? 'free'),
    parties,
    isSold: [...parties].some(party => party.startsWith('payments:')),
    isCounted: [...parties].some(party => party.startsWith('counting:')),
    isDemo: isDemo(),
  }
}

/** In the order of the table, whatever the order in the page. */
const partiesIn = (fact: string): ReadonlySet<ThirdParty> => {
  const named = new Set(fact.split(' '))
  return new Set(thirdParties.filter(party => named.has(party)))
}
