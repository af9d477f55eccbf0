import { useLocation } from 'react-router'
import { broughtTokenOf } from '../../device/brought-token.ts'
import { NewPasswordCard } from './NewPasswordCard.tsx'
import { ResetRequestCard } from './ResetRequestCard.tsx'

/** Sets a new password if the URL had a token from an email; otherwise requests that email. */
export default function ResetPasswordScreen() {
  const { state } = useLocation()
  const token = broughtTokenOf(state)
  return token ? <NewPasswordCard key={token} token={token} /> : <ResetRequestCard />
}
