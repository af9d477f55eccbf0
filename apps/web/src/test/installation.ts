import { planById } from '@recaps/domain/plans'
import type { ThirdParty } from '@recaps/domain/third-parties'
import type { Installation } from '../features/help/installation.ts'

/** What an installation that works with these says of itself. */
export const installation = (...parties: ThirdParty[]): Installation => ({
  productName: 'Recaps',
  supportEmail: 'help@talks.example',
  defaultPlan: planById('free'),
  parties: new Set(parties),
  isSold: parties.some(party => party.startsWith('payments:')),
  isCounted: parties.some(party => party.startsWith('counting:')),
  isDemo: false,
})
