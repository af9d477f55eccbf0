import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { problemOf } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToLogIn } from './BackToLogIn.tsx'
import { type ResetRequestForm, resetRequestForm } from './model.ts'
import { NoMail, useMailWay } from './NoMail.tsx'
import { useAskForReset, useTypedBefore } from './queries.ts'
import { texts } from './texts.ts'
import { useCountdown } from './useCountdown.ts'

const resendAfterSeconds = 60

/** Asks for the address; what is said afterwards is the same for every address, known or not. */
export function ResetRequestCard() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [typed, setTyped] = useState(useTypedBefore())
  if (sentTo !== null) return <Sent email={sentTo} onOther={() => setSentTo(null)} />
  return (
    <Ask
      typed={typed}
      onSent={email => {
        setTyped(email)
        setSentTo(email)
      }}
    />
  )
}

function Ask({ typed, onSent }: { typed: string; onSent(email: string): void }) {
  const ask = useAskForReset()
  const { register, handleSubmit, formState } = useForm<ResetRequestForm>({
    resolver: standardSchemaResolver(resetRequestForm),
    mode: 'onTouched',
    defaultValues: { email: typed },
  })
  const send = ({ email }: ResetRequestForm) => ask.mutate(email, { onSuccess: () => onSent(email) })
  return (
    <AuthFrame title={texts.askForReset.title} isPlain>
      <p className="auth__lead">{texts.askForReset.lead}</p>
      {ask.isError && <Banner tone="danger">{problemOf(ask.error).sentence}</Banner>}
      <form className="auth-form" noValidate onSubmit={handleSubmit(send)}>
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button kind="primary" type="submit" isWide isBusy={ask.isPending}>
          {texts.askForReset.submit}
        </Button>
      </form>
      <BackToLogIn />
    </AuthFrame>
  )
}

function Sent({ email, onOther }: { email: string; onOther(): void }) {
  const ask = useAskForReset()
  const toast = useToast()
  const isSent = useMailWay() === 'sent'
  const [secondsLeft, restart] = useCountdown(resendAfterSeconds)
  const again = () =>
    ask.mutate(email, {
      onSuccess() {
        toast({ text: texts.resetAsked.sentAgain, tone: 'success' })
        restart()
      },
    })
  return (
    <AuthFrame title={isSent ? texts.resetAsked.title : texts.resetAsked.titleWritten} isPlain isNextStep>
      <p>{isSent ? texts.resetAsked.sent(email) : texts.resetAsked.written(email)}</p>
      <NoMail />
      <p className="auth__lead">{isSent ? texts.resetAsked.life : texts.resetAsked.lifeWritten}</p>
      {ask.isError && <Banner tone="danger">{problemOf(ask.error).sentence}</Banner>}
      <div className="auth__actions">
        <Button disabled={secondsLeft > 0} isBusy={ask.isPending} isWide onClick={again}>
          {secondsLeft > 0 ? texts.resetAsked.againIn(secondsLeft) : texts.resetAsked.again}
        </Button>
        <p className="auth-switch">
          <button type="button" className="text-button" onClick={onOther}>
            {texts.resetAsked.other}
          </button>
        </p>
        <BackToLogIn />
      </div>
    </AuthFrame>
  )
}
