import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '../../api/ConnectionContext.tsx'
import { problemOf } from '../../api/problem.ts'
import { broughtTokenOf } from '../../device/brought-token.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { NoMail, useMailWay } from './NoMail.tsx'
import { useProfile } from './profile.ts'
import { useResendVerification, useVerify } from './queries.ts'
import { texts } from './texts.ts'

const { verify: words, linkExpired } = texts

/** Where the mailed link leads: the address is confirmed at once. Without a token a new link can be sent. */
export default function VerifyEmailScreen() {
  const { state } = useLocation()
  const token = broughtTokenOf(state)
  const isSignedIn = useSession().kind === 'signed_in'
  if (token) return <Verification key={token} token={token} isSignedIn={isSignedIn} />
  return isSignedIn ? <Resend title={words.title} lead={words.notYet} /> : <LogInFirst title={words.title} />
}

function Verification({ token, isSignedIn }: { token: string; isSignedIn: boolean }) {
  const verification = useVerify()
  const { mutate: verify, isIdle, isError, error } = verification
  const navigate = useNavigate()
  const toast = useToast()
  useEffect(() => {
    if (isIdle) verify(token)
  }, [isIdle, verify, token])
  // Whoever is in the middle of things goes on with them.
  useEffect(() => {
    if (!verification.isSuccess || !isSignedIn) return
    toast({ text: words.done, tone: 'success' })
    void navigate('/', { replace: true })
  }, [verification.isSuccess, isSignedIn, toast, navigate])

  if (verification.isSuccess && !isSignedIn) return <Done action={<ActionLink to="/login">{words.logIn}</ActionLink>} />
  if (!isError)
    return (
      <AuthFrame title={words.title} isPlain>
        <p className="auth__wait" role="status">
          <span className="spinner" aria-hidden="true" />
          {words.working}
        </p>
      </AuthFrame>
    )
  const problem = problemOf(error)
  if (problem.code === 'link_expired')
    return isSignedIn ? (
      <Resend title={linkExpired.title} lead={linkExpired.verify} />
    ) : (
      <LogInFirst title={linkExpired.title} lead={linkExpired.verify} />
    )
  return (
    <AuthFrame title={words.failedTitle} isPlain isNextStep>
      <Banner tone="danger">{problem.sentence}</Banner>
      <Button kind="primary" isWide onClick={() => verify(token)}>
        {words.retry}
      </Button>
    </AuthFrame>
  )
}

const Done = ({ action }: { action: ReactNode }) => (
  <AuthFrame title={words.doneTitle} isPlain isNextStep>
    <p>{words.done}</p>
    {action}
  </AuthFrame>
)

/** One button that sends a new link; an address that is confirmed by now needs none. */
function Resend({ title, lead }: { title: string; lead: string }) {
  const { data: user } = useProfile()
  const resend = useResendVerification()
  const isSent = useMailWay() === 'sent'
  if (user?.emailVerified) return <Done action={<ActionLink to="/">{words.goOn}</ActionLink>} />
  return (
    <AuthFrame title={title} isPlain isNextStep>
      <p className="auth__lead">
        {lead} {user && isSent && !resend.isSuccess && linkExpired.goesTo(user.email)}
      </p>
      <NoMail />
      {resend.isError && <Banner tone="danger">{problemOf(resend.error).sentence}</Banner>}
      {resend.isSuccess ? (
        <>
          {isSent && <Banner tone="success">{user ? words.sent(user.email) : words.sentShort}</Banner>}
          <ActionLink to="/">{words.goOn}</ActionLink>
        </>
      ) : (
        <Button kind="primary" isWide isBusy={resend.isPending} onClick={() => resend.mutate()}>
          {linkExpired.again}
        </Button>
      )}
    </AuthFrame>
  )
}

const LogInFirst = ({ title, lead }: { title: string; lead?: string }) => (
  <AuthFrame title={title} isPlain isNextStep>
    {lead && <p className="auth__lead">{lead}</p>}
    <ActionLink to="/login" state={{ from: '/verify-email' }}>
      {linkExpired.logIn}
    </ActionLink>
  </AuthFrame>
)

const ActionLink = ({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) => (
  <Link className="button button--primary button--wide" to={to} state={state}>
    {children}
  </Link>
)
