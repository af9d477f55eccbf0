import { useEffect } from 'react'
import { Splash } from './Splash.tsx'

/** The landing page is none of the app's: the browser leaves for it. */
export function ToLanding() {
  useEffect(() => location.replace('/landing'), [])
  return <Splash />
}
