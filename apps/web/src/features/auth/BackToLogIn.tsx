import { Link } from 'react-router'
import { texts } from './texts.ts'

export const BackToLogIn = () => (
  <p className="auth-switch">
    <Link to="/login">{texts.backToLogIn}</Link>
  </p>
)
