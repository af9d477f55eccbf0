import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { readUrlToken, withoutToken } from '../../device/url-token.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { NoMailBanner, useMailDelivery } from './NoMailBanner.tsx'
import { useProfile } from './profile.ts'
import { useLogOut, useResendVerification, useVerifyEmail } from './queries.ts'
import { texts } from './texts.ts'

const { verify: verifyTexts, linkExpired } = texts

/**
 * The page behind the mailed confirmation link. Mail scanners open links and run scripts, so the user must log in and press a
 * button. Without a token the page offers to send a new link.
 */
export default function VerifyEmailScreen() {
  const { state, pathname, search, hash } = useLocation()
  const isSignedIn = useSession().kind === 'signed_in'
  // The login page returns to the full link. Move its token out of the address again.
  const brought = withoutToken({ pathname, search, hash })
  if (brought.state) return <Navigate to={brought.to} state={brought.state} replace />
  const token = readUrlToken(state)
  if (token)
    return isSignedIn ? (
      <Verification key={token} token={token} />
    ) : (
      <LogInFirst title={verifyTexts.title} lead={verifyTexts.logInLead} label={verifyTexts.logIn} token={token} />
    )
  return isSignedIn ? (
    <Resend title={verifyTexts.title} lead={verifyTexts.notYet} />
  ) : (
    <LogInFirst title={verifyTexts.title} />
  )
}

function Verification({ token }: { token: string }) {
  const { mutate: verify, isPending, isSuccess, error } = useVerifyEmail()
  const { data: user } = useProfile()
  const logOut = useLogOut()
  const navigate = useNavigate()
  const toast = useToast()
  // Continue in the app without another click.
  useEffect(() => {
    if (!isSuccess) return
    toast({ text: verifyTexts.done, tone: 'success' })
    void navigate('/', { replace: true })
  }, [isSuccess, toast, navigate])

  const problem = error && toProblem(error)
  if (problem?.code === 'link_expired') return <Resend title={linkExpired.title} lead={linkExpired.verify} />
  if (problem?.code === 'link_of_another')
    return (
      <AuthFrame title={verifyTexts.failedTitle} isPlain isNextStep>
        <Banner tone="danger">{problem.sentence}</Banner>
        {user && <p>{verifyTexts.loggedInAs(user.email)}</p>}
        <Button kind="primary" isWide onClick={logOut}>
          {verifyTexts.logOut}
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title={verifyTexts.title} isPlain isNextStep>
      <p className="auth__lead">{user ? verifyTexts.press(user.email) : verifyTexts.pressShort}</p>
      {problem && <Banner tone="danger">{problem.sentence}</Banner>}
      <Button kind="primary" isWide isBusy={isPending || isSuccess} onClick={() => verify(token)}>
        {problem ? verifyTexts.retry : verifyTexts.confirm}
      </Button>
    </AuthFrame>
  )
}

const Done = ({ action }: { action: ReactNode }) => (
  <AuthFrame title={verifyTexts.doneTitle} isPlain isNextStep>
    <p>{verifyTexts.done}</p>
    {action}
  </AuthFrame>
)

/** Button that sends a new link. If the address is already confirmed, shows that instead. */
function Resend({ title, lead }: { title: string; lead: string }) {
  const { data: user } = useProfile()
  const resend = useResendVerification()
  const isSent = useMailDelivery() === 'sent'
  if (user?.emailVerified) return <Done action={<ActionLink to="/">{verifyTexts.goOn}</ActionLink>} />
  return (
    <AuthFrame title={title} isPlain isNextStep>
      <p className="auth__lead">
        {lead} {user && isSent && !resend.isSuccess && linkExpired.goesTo(user.email)}
      </p>
      <NoMailBanner />
      {resend.isError && <Banner tone="danger">{toProblem(resend.error).sentence}</Banner>}
      {resend.isSuccess ? (
        <>
          {isSent && <Banner tone="success">{user ? verifyTexts.sent(user.email) : verifyTexts.sentShort}</Banner>}
          <ActionLink to="/">{verifyTexts.goOn}</ActionLink>
        </>
      ) : (
        <Button kind="primary" isWide isBusy={resend.isPending} onClick={() => resend.mutate()}>
          {linkExpired.again}
        </Button>
      )}
    </AuthFrame>
  )
}

const LogInFirst = ({
  title,
  lead,
  label = linkExpired.logIn,
  token,
}: {
  title: string
  lead?: string
  label?: string
  /** Kept during the login. */
  token?: string
}) => (
  <AuthFrame title={title} isPlain isNextStep>
    {lead && <p className="auth__lead">{lead}</p>}
    <ActionLink
      to="/login"
      state={{ from: token ? `/verify-email?token=${encodeURIComponent(token)}` : '/verify-email' }}
    >
      {label}
    </ActionLink>
  </AuthFrame>
)

const ActionLink = ({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) => (
  <Link className="button button--primary button--wide" to={to} state={state}>
    {children}
  </Link>
)
