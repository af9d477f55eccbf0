import { useLocation } from 'react-router'
import { readUrlToken } from '../../device/url-token.ts'
import { NewPasswordCard } from './NewPasswordCard.tsx'
import { ResetRequestCard } from './ResetRequestCard.tsx'

/** Sets a new password if the URL had a token from an email; otherwise requests that email. */
export default function ResetPasswordScreen() {
  const { state } = useLocation()
  const token = readUrlToken(state)
  return token ? <NewPasswordCard key={token} token={token} /> : <ResetRequestCard />
}
