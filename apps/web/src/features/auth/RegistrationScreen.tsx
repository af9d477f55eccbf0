import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { parsePlanId, planById } from '@recaps/domain/plans'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { pageFact } from '../../device/page-facts.ts'
import { serverFileUrl } from '../../device/server-url.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Redirect } from '../../ui/Redirect.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { type RegistrationForm, registrationForm } from './model.ts'
import { PasswordField } from './PasswordField.tsx'
import { ProviderLinks } from './ProviderLinks.tsx'
import { usePrefilledEmail, useRegister } from './queries.ts'
import { useReturnPath } from './return-path.ts'
import { StrengthMeter } from './StrengthMeter.tsx'
import { browserTimeZone, TimeZoneLine } from './TimeZoneLine.tsx'
import { texts } from './texts.ts'

export default function RegistrationScreen() {
  const session = useSession()
  // New users start on the page where they can request their first summary.
  const destination = useReturnPath('/tabs/summarize')
  const { state } = useLocation()
  const signUp = useRegister()
  const { register, handleSubmit, watch, formState } = useForm<RegistrationForm>({
    resolver: standardSchemaResolver(registrationForm),
    mode: 'onTouched',
    defaultValues: {
      email: usePrefilledEmail(),
      password: '',
      firstName: '',
      lastName: '',
      timezone: browserTimeZone(),
    },
  })
  const { errors } = formState
  const logInState = { ...state, email: watch('email') }

  if (session.kind === 'signed_in') return <Redirect to={destination} />
  return (
    <AuthFrame title={texts.registration.title}>
      <p className="auth__lead">{freePlanText()}</p>
      <ProviderLinks />
      <form className="auth-form" noValidate onSubmit={handleSubmit(form => signUp.mutate(form))}>
        <div className="auth-form__pair">
          <Field
            label={texts.firstName}
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <Field
            label={texts.lastName}
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
        <Field
          label={texts.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          autoComplete="new-password"
          error={errors.password?.message}
          hint={<StrengthMeter password={watch('password')} />}
          {...register('password')}
        />
        <TimeZoneLine zone={watch('timezone')} {...register('timezone')} />
        {/* Next to the button: on a phone, the top of the form has been scrolled out of view. */}
        {signUp.isError && (
          <Banner tone="danger">
            <RegistrationError error={signUp.error} logInState={logInState} />
          </Banner>
        )}
        <Button kind="primary" type="submit" isWide isBusy={signUp.isPending}>
          {texts.registration.submit}
        </Button>
      </form>
      <Agreement />
      <p className="auth-switch">
        {texts.registration.haveOne}{' '}
        <Link to="/login" state={logInState}>
          {texts.registration.login}
        </Link>
      </p>
    </AuthFrame>
  )
}

/** If the address already has an account, links to the login page and passes the address on. */
function RegistrationError({ error, logInState }: { error: Error; logInState: object }) {
  const { code, sentence } = toProblem(error)
  if (code !== 'email_taken') return sentence
  return (
    <>
      {texts.registration.taken}{' '}
      <Link to="/login" state={logInState}>
        {texts.registration.logInInstead}
      </Link>
    </>
  )
}

/** What every account on this server gets for free. */
function freePlanText(): string {
  const { summariesPerMonth, channelLimit } = planById(parsePlanId(pageFact('default-plan') ?? '') ?? 'free')
  return texts.registration.freePlan(summariesPerMonth, channelLimit)
}

/** The links open in new tabs, so that the form keeps what was typed. */
function Agreement() {
  const { agree, terms, privacyLead, privacy } = texts.registration
  return (
    <p className="auth__small">
      {agree}{' '}
      <a href={serverFileUrl('/terms')} target="_blank" rel="noreferrer">
        {terms}
      </a>
      . {privacyLead}{' '}
      <a href={serverFileUrl('/privacy')} target="_blank" rel="noreferrer">
        {privacy}
      </a>
      .
    </p>
  )
}
