import { problemOf } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { OutboxLink, useMailWay } from './NoMail.tsx'
import { useProfile } from './profile.ts'
import { useResendVerification } from './queries.ts'
import { texts } from './texts.ts'

const { verifyBanner, verify } = texts

/** Reminds of an address that is not confirmed yet. */
export function VerifyBanner({ onDone }: { onDone(): void }) {
  const { data: user } = useProfile()
  const resend = useResendVerification()
  const toast = useToast()
  const way = useMailWay()
  if (!user || user.emailVerified) return null
  const send = () =>
    resend.mutate(undefined, {
      onSuccess() {
        toast({ text: verify.sent(user.email), tone: 'success' })
        onDone()
      },
      onError: error => toast({ text: problemOf(error).sentence, tone: 'danger' }),
    })
  return (
    <Banner
      tone="info"
      action={
        <span className="banner__pair">
          {way === 'sent' && (
            <Button kind="quiet" isSmall isBusy={resend.isPending} onClick={send}>
              {verifyBanner.again}
            </Button>
          )}
          {way === 'outbox' && <OutboxLink />}
          <IconButton icon="close" label={verifyBanner.dismiss} onClick={onDone} />
        </span>
      }
    >
      {verifyBanner[way]}
    </Banner>
  )
}
