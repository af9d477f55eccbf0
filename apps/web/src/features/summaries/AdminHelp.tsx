import { Link } from 'react-router'
import { useProfile } from '../auth/profile.ts'
import { texts } from './texts.ts'

/** Where whoever runs the server reads what can be done about a failure; nothing for others. */
export default function AdminHelp() {
  const { data: user } = useProfile()
  return user?.isAdmin ? (
    <Link className="button button--secondary button--small" to="/support#youtube">
      {texts.actions.mend}
    </Link>
  ) : null
}
