import type { FailureCode } from '@recaps/contract'
import { Link } from 'react-router'
import { useProfile } from '../auth/profile.ts'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'

/** Other ways out help with all that YouTube withholds from this server, and cookies of an account with what only adults may see. */
const isInGuide = (code: FailureCode | null): boolean =>
  isWithheld(code) || code === 'age_restricted' || code === 'region_blocked'

/** Where whoever runs the server reads what can be done about a failure; nothing for others. */
export default function AdminHelp({ code }: { code: FailureCode | null }) {
  const { data: user } = useProfile()
  return user?.isAdmin && isInGuide(code) ? (
    <Link className="button button--secondary button--small" to="/support#youtube">
      {texts.actions.mend}
    </Link>
  ) : null
}
