import type { FailureCode } from '@recaps/contract'
import { Link } from 'react-router'
import { useProfile } from '../auth/profile.ts'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'

/** The guide covers videos that YouTube refuses to serve to us, age restrictions (cookies) and blocked countries (another route). */
const isInGuide = (code: FailureCode | null): boolean =>
  isWithheld(code) || code === 'age_restricted' || code === 'region_blocked'

/** Links administrators to the guide for this failure. Renders nothing for other users. */
export default function AdminHelp({ code }: { code: FailureCode | null }) {
  const { data: user } = useProfile()
  return user?.isAdmin && isInGuide(code) ? (
    <Link className="button button--secondary button--small" to="/support#youtube">
      {texts.actions.fix}
    </Link>
  ) : null
}
