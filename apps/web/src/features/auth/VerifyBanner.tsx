import { Banner } from '../../ui/Banner.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { ConfirmAction } from './ConfirmAction.tsx'
import { useMailWay } from './NoMail.tsx'
import { useProfile } from './profile.ts'
import { texts } from './texts.ts'

const { verifyBanner } = texts

export function VerifyBanner({ onDone }: { onDone(): void }) {
  const { data: user } = useProfile()
  const way = useMailWay()
  if (!user || user.emailVerified) return null
  return (
    <Banner
      tone="info"
      action={
        <span className="banner__pair">
          <ConfirmAction onSent={onDone} />
          <IconButton icon="close" label={verifyBanner.dismiss} onClick={onDone} />
        </span>
      }
    >
      {verifyBanner[way](user.email)}
    </Banner>
  )
}
