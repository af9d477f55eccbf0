import { Link } from 'react-router'
import { usePrefilledEmail } from './queries.ts'
import { useReturnPath } from './return-path.ts'
import { texts } from './texts.ts'

/** Passes on the return page and typed email address, but not a token that came with this page. */
export function BackToLogIn() {
  const state = { from: useReturnPath(''), email: usePrefilledEmail() }
  return (
    <p className="auth-switch">
      <Link to="/login" state={state}>
        {texts.backToLogIn}
      </Link>
    </p>
  )
}
