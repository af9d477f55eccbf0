import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { broughtTokenOf } from '../../device/brought-token.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { useExchange } from './queries.ts'
import { texts } from './texts.ts'

/** Where a sign-in at Google or Apple ends: its one-time code becomes a session, and the page that asked is shown. */
export default function CallbackScreen() {
  const { state } = useLocation()
  const code = broughtTokenOf(state)
  const { mutate: exchange, isIdle, isSuccess, isError, data } = useExchange()
  useEffect(() => {
    if (isIdle && code) exchange(code)
  }, [isIdle, code, exchange])

  if (isSuccess) return <Navigate to={data.redirect ?? '/tabs/dashboard'} replace />
  if (isError || !code) return <Navigate to="/login?error=auth_failed" replace />
  return (
    <AuthFrame title={texts.callback.title} isPlain>
      <p className="auth__wait" role="status">
        <span className="spinner" aria-hidden="true" />
        {texts.callback.working}
      </p>
    </AuthFrame>
  )
}
