import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { isPhone } from '../../device/is-phone.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Redirect } from '../../ui/Redirect.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { DemoLogin } from './DemoLogin.tsx'
import { type LoginForm, loginForm } from './model.ts'
import { PasswordField } from './PasswordField.tsx'
import { ProviderLinks } from './ProviderLinks.tsx'
import { useLogIn, usePrefilledEmail } from './queries.ts'
import { useReturnPath } from './return-path.ts'
import { SignInError } from './SignInError.tsx'
import { texts } from './texts.ts'

export default function LoginScreen() {
  const session = useSession()
  const destination = useReturnPath('/tabs/dashboard')
  const { state } = useLocation()
  const [search] = useSearchParams()
  const logIn = useLogIn()
  const { register, handleSubmit, watch, formState } = useForm<LoginForm>({
    resolver: standardSchemaResolver(loginForm),
    mode: 'onTouched',
    defaultValues: { email: usePrefilledEmail(), password: '' },
  })

  if (session.kind === 'signed_in') return <Redirect to={destination} />
  return (
    <AuthFrame title={texts.login.title}>
      {search.get('error') === 'auth_failed' && !logIn.isError && <SignInError code={search.get('code')} />}
      {state?.isLost === true && !logIn.isError && <Banner tone="info">{texts.login.loggedOut}</Banner>}
      <DemoLogin logIn={logIn} />
      <ProviderLinks />
      <form className="auth-form" noValidate onSubmit={handleSubmit(form => logIn.mutate(form))}>
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          // Not on a phone, where the keyboard would cover the other options.
          autoFocus={!isPhone}
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <Link className="auth-form__aside" to="/reset-password" state={{ ...state, email: watch('email') }}>
          {texts.login.forgot}
        </Link>
        {logIn.isError && <Banner tone="danger">{toProblem(logIn.error).sentence}</Banner>}
        <Button kind="primary" type="submit" isWide isBusy={logIn.isPending}>
          {texts.login.submit}
        </Button>
      </form>
      <p className="auth-switch">
        {texts.login.newHere}{' '}
        <Link to="/registration" state={{ ...state, email: watch('email') }}>
          {texts.login.register}
        </Link>
      </p>
    </AuthFrame>
  )
}
