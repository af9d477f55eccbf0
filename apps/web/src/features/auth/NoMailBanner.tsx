import type { MailDelivery } from '@recaps/contract/health'
import { useStart } from '../../api/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { texts } from './texts.ts'

/** Where the server's emails go. `sent` until the server has answered. */
export const useMailDelivery = (): MailDelivery => useStart().data?.mail ?? 'sent'

/** If the server sends no email, tells users where to find the link. */
export function NoMailBanner() {
  const way = useMailDelivery()
  if (way === 'sent') return null
  return <Banner tone="warning">{texts.noMail[way]}</Banner>
}
