import { Banner } from '../../ui/Banner.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { useMailDelivery } from './NoMailBanner.tsx'
import { useProfile } from './profile.ts'
import { ResendVerificationButton } from './ResendVerificationButton.tsx'
import { texts } from './texts.ts'

const { verifyBanner } = texts

export function VerifyBanner({ onDone }: { onDone(): void }) {
  const { data: user } = useProfile()
  const way = useMailDelivery()
  if (!user || user.emailVerified) return null
  return (
    <Banner
      tone="info"
      action={
        <span className="banner__pair">
          <ResendVerificationButton onSent={onDone} />
          <IconButton icon="close" label={verifyBanner.dismiss} onClick={onDone} />
        </span>
      }
    >
      {verifyBanner[way](user.email)}
    </Banner>
  )
}
