import { planById } from '@recaps/domain/plans'
import type { ThirdParty } from '@recaps/domain/third-parties'
import type { Installation } from '../features/help/installation.ts'

/** The facts of an installation that uses these third parties. */
export const installation = (...parties: ThirdParty[]): Installation => ({
  productName: 'Recaps',
  supportEmail: 'help@talks.example',
  defaultPlan: planById('free'),
  parties: new Set(parties),
  isSold: parties.some(party => party.startsWith('payments:')),
  isCounted: parties.some(party => party.startsWith('counting:')),
  isDemo: false,
})
