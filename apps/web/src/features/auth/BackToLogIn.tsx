import { Link } from 'react-router'
import { usePageThatAsked } from './page-that-asked.ts'
import { useTypedBefore } from './queries.ts'
import { texts } from './texts.ts'

/** Passes on the return page and typed email address, but not a token that came with this page. */
export function BackToLogIn() {
  const state = { from: usePageThatAsked(''), email: useTypedBefore() }
  return (
    <p className="auth-switch">
      <Link to="/login" state={state}>
        {texts.backToLogIn}
      </Link>
    </p>
  )
}
