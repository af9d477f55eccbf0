import { Banner } from '../../../ui/Banner.tsx'
import { useMailDelivery } from '../../auth/NoMailBanner.tsx'
import { useProfile } from '../../auth/profile.ts'
import { ResendVerificationButton } from '../../auth/ResendVerificationButton.tsx'
import { useSettings } from '../../auth/settings.ts'
import { texts } from './texts.ts'

/** Explains that digests are mailed only to confirmed addresses, and how to confirm this one. */
export function UnconfirmedEmailBanner() {
  const { data: user } = useProfile()
  const { data: settings } = useSettings()
  const way = useMailDelivery()
  if (!user || user.emailVerified || !settings?.mail.digest) return null
  return (
    <Banner tone="info" action={way === 'sent' && <ResendVerificationButton />}>
      {texts.notMailed} {way !== 'sent' && texts.whereLinkIs[way]}
    </Banner>
  )
}
