import type { MailWay } from '@recaps/contract/health'
import { useStart } from '../../api/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { texts } from './texts.ts'

/** What becomes of a mail that is waited for; until the server has said so it is sent, as on any service. */
export const useMailWay = (): MailWay => useStart().data?.mail ?? 'sent'

/** Where a mail would be waited for in vain: says so, and where its link is. */
export function NoMail() {
  const way = useMailWay()
  if (way === 'sent') return null
  return <Banner tone="warning">{texts.noMail[way]}</Banner>
}
