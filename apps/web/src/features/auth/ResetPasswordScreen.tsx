import { useLocation } from 'react-router'
import { mailedTokenOf } from '../../device/mailed-token.ts'
import { NewPasswordCard } from './NewPasswordCard.tsx'
import { ResetRequestCard } from './ResetRequestCard.tsx'

/** With the token of a mail a new password is set; without one the mail is asked for. */
export default function ResetPasswordScreen() {
  const { state } = useLocation()
  const token = mailedTokenOf(state)
  return token ? <NewPasswordCard key={token} token={token} /> : <ResetRequestCard />
}
