import type { VideoInfo } from '@recaps/contract'
import { lazy, Suspense } from 'react'
import { useSession } from '../../../api/ConnectionContext.tsx'

/** Loaded lazily: the summary matters first. */
const FollowCreatorButton = lazy(() => import('./FollowCreatorButton.tsx'))

/** Follow button for signed-in users. Visitors have no schedule. */
export function FollowCreator({ video }: { video: VideoInfo }) {
  const isSignedIn = useSession().kind === 'signed_in'
  if (!isSignedIn || !video.channelId) return null
  return (
    <Suspense>
      <FollowCreatorButton video={video} />
    </Suspense>
  )
}
