import { useEffect } from 'react'
import { isPhone } from '../device/is-phone.ts'
import { Redirect } from '../ui/Redirect.tsx'
import { Splash } from '../ui/Splash.tsx'

/** The landing page is not part of the app, so the browser loads it. The phone app has none and goes to the login page. */
export const RedirectToLanding = () => (isPhone ? <Redirect to="/login" /> : <LoadLandingPage />)

function LoadLandingPage() {
  useEffect(() => location.replace('/landing'), [])
  return <Splash />
}
