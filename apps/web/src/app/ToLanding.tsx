import { useEffect } from 'react'
import { isPhone } from '../device/is-phone.ts'
import { Redirect } from '../ui/Redirect.tsx'
import { Splash } from '../ui/Splash.tsx'

/** The landing page is none of the app's: the browser leaves for it. Whoever has the app on their phone was won already. */
export const ToLanding = () => (isPhone ? <Redirect to="/login" /> : <Leave />)

function Leave() {
  useEffect(() => location.replace('/landing'), [])
  return <Splash />
}
