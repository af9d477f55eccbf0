import { useSession } from '../api/ConnectionContext.tsx'
import { useStart } from '../api/start.ts'
import { Splash } from '../ui/Splash.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { screens } from './screens.tsx'

/** One frame for all pages that users see, so that the player stays on the way from one to another; visitors get theirs. */
export function Frame() {
  const session = useSession()
  const start = useStart()
  if (session.kind !== 'signed_in') return <PublicFrame hasWays />
  // Where another tab has let in somebody else, no page stays as the one before left it.
  return start.isPending ? <Splash /> : <screens.Shell key={session.token} />
}
