import { type Plan, parsePlanId, planById } from '@recaps/domain/plans'
import { type ThirdParty, thirdParties } from '@recaps/domain/third-parties'
import { useProductName } from '../../device/DeviceContext.tsx'
import { isDemo, pageFact } from '../../device/page-facts.ts'

/** How this server is configured, as far as the FAQ, the terms and the privacy policy depend on it. */
export interface Installation {
  productName: string
  /** Null if the page was not rendered by the server, as in development. */
  supportEmail: string | null
  /** The plan of an account that has bought none. */
  defaultPlan: Plan
  parties: ReadonlySet<ThirdParty>
  isSold: boolean
  /** Whether visits are counted, with the user's consent. */
  isCounted: boolean
  isDemo: boolean
}

export function useInstallation(): Installation {
  const parties = partiesIn(pageFact('third-parties') ?? '')
  return {
    productName: useProductName(),
    supportEmail: pageFact('support-email'),
    defaultPlan: planById(parsePlanId(pageFact('default-plan') ?? '') ?? 'free'),
    parties,
    isSold: [...parties].some(party => party.startsWith('payments:')),
    isCounted: [...parties].some(party => party.startsWith('counting:')),
    isDemo: isDemo(),
  }
}

/** Sorted like `thirdParties`. */
const partiesIn = (fact: string): ReadonlySet<ThirdParty> => {
  const names = new Set(fact.split(' '))
  return new Set(thirdParties.filter(party => names.has(party)))
}
