import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { toProblem } from '../../api/problem.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToLogIn } from './BackToLogIn.tsx'
import { type NewPasswordForm, newPasswordForm } from './model.ts'
import { PasswordField } from './PasswordField.tsx'
import { useResetPassword } from './queries.ts'
import { StrengthMeter } from './StrengthMeter.tsx'
import { texts } from './texts.ts'

export function NewPasswordCard({ token }: { token: string }) {
  const reset = useResetPassword(token)
  const navigate = useNavigate()
  const toast = useToast()
  const { register, handleSubmit, watch, formState } = useForm<NewPasswordForm>({
    resolver: standardSchemaResolver(newPasswordForm),
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const problem = reset.isError ? toProblem(reset.error) : null

  // Without its token, this page becomes the form that requests a link.
  if (problem?.code === 'link_expired')
    return <Expired onRequestNew={() => navigate('.', { replace: true, state: null })} />
  const submit = ({ password }: NewPasswordForm) =>
    reset.mutate(password, {
      onSuccess() {
        toast({ text: texts.newPassword.done, tone: 'success' })
        void navigate('/login', { replace: true })
      },
    })
  return (
    <AuthFrame title={texts.newPassword.title} isPlain>
      <p className="auth__lead">{texts.newPassword.logoutNote}</p>
      {problem && <Banner tone="danger">{problem.sentence}</Banner>}
      <form className="auth-form" noValidate onSubmit={handleSubmit(submit)}>
        <PasswordField
          label={texts.newPassword.label}
          autoComplete="new-password"
          autoFocus
          error={formState.errors.password?.message}
          hint={<StrengthMeter password={watch('password')} />}
          {...register('password')}
        />
        <Button kind="primary" type="submit" isWide isBusy={reset.isPending}>
          {texts.newPassword.submit}
        </Button>
      </form>
      <BackToLogIn />
    </AuthFrame>
  )
}

const Expired = ({ onRequestNew }: { onRequestNew(): void }) => (
  <AuthFrame title={texts.linkExpired.title} isPlain isNextStep>
    <p className="auth__lead">{texts.linkExpired.reset}</p>
    <Button kind="primary" isWide onClick={onRequestNew}>
      {texts.linkExpired.ask}
    </Button>
    <BackToLogIn />
  </AuthFrame>
)
