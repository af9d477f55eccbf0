import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { broughtTokenOf } from '../../device/brought-token.ts'
import { appSignIn } from '../../device/sign-in.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToLogIn } from './BackToLogIn.tsx'
import { usePageThatAsked } from './page-that-asked.ts'
import { useExchange } from './queries.ts'
import { texts } from './texts.ts'

/** How long an answer is waited for before a way out is offered. */
const patienceMs = 8000

/** Where a sign-in at Google or Apple ends: its one-time code becomes a session, and the page that asked is shown. */
export default function CallbackScreen() {
  const { state } = useLocation()
  const code = broughtTokenOf(state)
  const { mutate: exchange, isIdle, isSuccess, isError, data } = useExchange()
  useEffect(() => {
    if (isIdle && code) exchange({ code, verifier: appSignIn?.verifier() })
  }, [isIdle, code, exchange])
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])

  // A browser is told it with the session as well, where it was not too long for that.
  const from = usePageThatAsked('')
  const done = isSuccess ? (data.redirect ?? (from || '/tabs/dashboard')) : null
  const [asked] = useState(from ? { from } : null)
  const next = isError || !code ? '/login?error=auth_failed' : done
  return (
    <AuthFrame title={texts.callback.title} isPlain>
      {next && <Navigate to={next} state={asked} replace />}
      <p className="auth__wait" role="status">
        <span className="spinner" aria-hidden="true" />
        {texts.callback.working}
      </p>
      {isLong && <BackToLogIn />}
    </AuthFrame>
  )
}
