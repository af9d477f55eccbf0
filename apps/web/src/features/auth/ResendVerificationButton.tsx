import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { useMailDelivery } from './NoMailBanner.tsx'
import { useProfile } from './profile.ts'
import { useResendVerification } from './queries.ts'
import { texts } from './texts.ts'

/** Button that resends the confirmation link. Renders nothing if the server sends no email. */
export function ResendVerificationButton({ onSent }: { onSent?: () => void }) {
  const { data: user } = useProfile()
  const resend = useResendVerification()
  const toast = useToast()
  const way = useMailDelivery()
  if (way !== 'sent' || !user) return null
  const sendAgain = () =>
    resend.mutate(undefined, {
      onSuccess() {
        toast({ text: texts.verify.sent(user.email), tone: 'success' })
        onSent?.()
      },
      onError: error => toast({ text: toProblem(error).sentence, tone: 'danger' }),
    })
  return (
    <Button kind="quiet" isSmall isBusy={resend.isPending} onClick={sendAgain}>
      {texts.verifyBanner.again}
    </Button>
  )
}
