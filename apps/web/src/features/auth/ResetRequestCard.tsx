import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toProblem } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToLogIn } from './BackToLogIn.tsx'
import { type ResetRequestForm, resetRequestForm } from './model.ts'
import { NoMailBanner, useMailDelivery } from './NoMailBanner.tsx'
import { usePrefilledEmail, useRequestPasswordReset } from './queries.ts'
import { texts } from './texts.ts'
import { useCountdown } from './useCountdown.ts'

const resendAfterSeconds = 60

/** Requests a reset link. Shows the same text afterwards whether or not the address has an account. */
export function ResetRequestCard() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [typedEmail, setTypedEmail] = useState(usePrefilledEmail())
  if (sentTo !== null) return <LinkSent email={sentTo} onOther={() => setSentTo(null)} />
  return (
    <RequestForm
      typedEmail={typedEmail}
      onSent={email => {
        setTypedEmail(email)
        setSentTo(email)
      }}
    />
  )
}

function RequestForm({ typedEmail, onSent }: { typedEmail: string; onSent(email: string): void }) {
  const request = useRequestPasswordReset()
  const { register, handleSubmit, formState } = useForm<ResetRequestForm>({
    resolver: standardSchemaResolver(resetRequestForm),
    mode: 'onTouched',
    defaultValues: { email: typedEmail },
  })
  const submit = ({ email }: ResetRequestForm) => request.mutate(email, { onSuccess: () => onSent(email) })
  return (
    <AuthFrame title={texts.requestReset.title} isPlain>
      <p className="auth__lead">{texts.requestReset.lead}</p>
      {request.isError && <Banner tone="danger">{toProblem(request.error).sentence}</Banner>}
      <form className="auth-form" noValidate onSubmit={handleSubmit(submit)}>
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button kind="primary" type="submit" isWide isBusy={request.isPending}>
          {texts.requestReset.submit}
        </Button>
      </form>
      <BackToLogIn />
    </AuthFrame>
  )
}

function LinkSent({ email, onOther }: { email: string; onOther(): void }) {
  const request = useRequestPasswordReset()
  const toast = useToast()
  const isSent = useMailDelivery() === 'sent'
  const [secondsLeft, restart] = useCountdown(resendAfterSeconds)
  const sendAgain = () =>
    request.mutate(email, {
      onSuccess() {
        toast({ text: texts.resetRequested.sentAgain, tone: 'success' })
        restart()
      },
    })
  return (
    <AuthFrame title={isSent ? texts.resetRequested.title : texts.resetRequested.titleWritten} isPlain isNextStep>
      <p>{isSent ? texts.resetRequested.sent(email) : texts.resetRequested.written(email)}</p>
      <NoMailBanner />
      <p className="auth__lead">{isSent ? texts.resetRequested.life : texts.resetRequested.lifeWritten}</p>
      {request.isError && <Banner tone="danger">{toProblem(request.error).sentence}</Banner>}
      <div className="auth__actions">
        <Button disabled={secondsLeft > 0} isBusy={request.isPending} isWide onClick={sendAgain}>
          {secondsLeft > 0 ? texts.resetRequested.againIn(secondsLeft) : texts.resetRequested.again}
        </Button>
        <p className="auth-switch">
          <button type="button" className="text-button" onClick={onOther}>
            {texts.resetRequested.other}
          </button>
        </p>
        <BackToLogIn />
      </div>
    </AuthFrame>
  )
}
