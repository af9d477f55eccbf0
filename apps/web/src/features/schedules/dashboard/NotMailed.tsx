import { Banner } from '../../../ui/Banner.tsx'
import { ConfirmAction } from '../../auth/ConfirmAction.tsx'
import { useMailWay } from '../../auth/NoMail.tsx'
import { useProfile } from '../../auth/profile.ts'
import { useSettings } from '../../auth/settings.ts'
import { texts } from './texts.ts'

/** Explains that digests are mailed only to confirmed addresses, and how to confirm this one. */
export function NotMailed() {
  const { data: user } = useProfile()
  const { data: settings } = useSettings()
  const way = useMailWay()
  if (!user || user.emailVerified || !settings?.mail.digest) return null
  return (
    <Banner tone="info" action={way === 'sent' && <ConfirmAction />}>
      {texts.notMailed} {way !== 'sent' && texts.whereLinkIs[way]}
    </Banner>
  )
}
