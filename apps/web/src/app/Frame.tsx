import { useSession } from '../api/ConnectionContext.tsx'
import { useStart } from '../api/start.ts'
import { PublicFrame } from './PublicFrame.tsx'
import { Splash } from './Splash.tsx'
import { screens } from './screens.tsx'

/** One frame for all pages that users see, so that the player stays on the way from one to another; visitors get theirs. */
export function Frame() {
  const isSignedIn = useSession().kind === 'signed_in'
  const start = useStart()
  if (!isSignedIn) return <PublicFrame hasWays />
  return start.isPending ? <Splash /> : <screens.Shell />
}
