import { failures } from '@recaps/contract'
import { Banner } from '../../ui/Banner.tsx'
import { texts } from './texts.ts'

/** The failures of which the server leads back to the log-in page; the address may name no other. */
const known = ['sign_in_not_set_up', 'sign_in_unavailable', 'address_not_confirmed', 'password_first'] as const

/** Why a sign-in at Google or Apple failed. Comes when one did: the address brings a code, and no sentence as answers do. */
export default function SignInProblem({ code }: { code: string | null }) {
  const said = known.find(one => one === code)
  return <Banner tone="danger">{said ? failures[said].sentence : texts.login.authFailed}</Banner>
}
