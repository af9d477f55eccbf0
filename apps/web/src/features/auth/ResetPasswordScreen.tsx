import { useLocation } from 'react-router'
import { broughtTokenOf } from '../../device/brought-token.ts'
import { NewPasswordCard } from './NewPasswordCard.tsx'
import { ResetRequestCard } from './ResetRequestCard.tsx'

/** With the token of a mail a new password is set; without one the mail is asked for. */
export default function ResetPasswordScreen() {
  const { state } = useLocation()
  const token = broughtTokenOf(state)
  return token ? <NewPasswordCard key={token} token={token} /> : <ResetRequestCard />
}
