import { useSession } from '../api/ConnectionContext.tsx'
import { useStart } from '../api/start.ts'
import { Splash } from '../ui/Splash.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { screens } from './screens.tsx'

/** Users share one frame on all pages, so the player survives navigation. Visitors get the public frame. */
export function Frame() {
  const session = useSession()
  const start = useStart()
  if (session.kind !== 'signed_in') return <PublicFrame hasNav />
  // The key remounts everything if another tab logs in as a different user.
  return start.isPending ? <Splash /> : <screens.Shell key={session.token} />
}
