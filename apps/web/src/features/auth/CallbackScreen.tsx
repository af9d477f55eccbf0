import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { appSignIn } from '../../device/sign-in.ts'
import { readUrlToken } from '../../device/url-token.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { BackToLogIn } from './BackToLogIn.tsx'
import { useExchangeCode } from './queries.ts'
import { useReturnPath } from './return-path.ts'
import { texts } from './texts.ts'

/** How long to wait before showing the link back to the login page. */
const slowAfterMs = 8000

/**
 * Landing page of a sign-in at Google or Apple. Exchanges its one-time code for a session, then opens the page that
 * required the login.
 */
export default function CallbackScreen() {
  const { state } = useLocation()
  const code = readUrlToken(state)
  const { mutate: exchange, isIdle, isSuccess, isError, data } = useExchangeCode()
  useEffect(() => {
    if (isIdle && code) exchange({ code, verifier: appSignIn?.verifier() })
  }, [isIdle, code, exchange])
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])

  // The server also returns the page with the session, unless it was too long to send to the provider.
  const from = useReturnPath('')
  const done = isSuccess ? (data.redirect ?? (from || '/tabs/dashboard')) : null
  const [returnState] = useState(from ? { from } : null)
  const next = isError || !code ? '/login?error=auth_failed' : done
  return (
    <AuthFrame title={texts.callback.title} isPlain>
      {next && <Navigate to={next} state={returnState} replace />}
      <p className="auth__wait" role="status">
        <span className="spinner" aria-hidden="true" />
        {texts.callback.working}
      </p>
      {isSlow && <BackToLogIn />}
    </AuthFrame>
  )
}
