import { Link, useLocation } from 'react-router'
import { useProductName } from '../../../device/DeviceContext.tsx'
import { texts } from './texts.ts'

/** Invites visitors to sign up or log in below the text, and returns to this page afterwards. */
export function Invitation() {
  const { pathname } = useLocation()
  const state = { from: pathname }
  return (
    <div className="invitation">
      <p className="invitation__line">{texts.invitation(useProductName())}</p>
      <p className="invitation__ways">
        <Link className="button button--primary" to="/registration" state={state}>
          {texts.register}
        </Link>
        <Link className="button button--quiet" to="/login" state={state}>
          {texts.logIn}
        </Link>
      </p>
    </div>
  )
}
