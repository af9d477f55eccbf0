import type { VideoInfo } from '@recaps/contract'
import { lazy, Suspense } from 'react'
import { useSession } from '../../../api/ConnectionContext.tsx'

/** What is known of schedules comes after the summary. */
const FollowOfUser = lazy(() => import('./FollowOfUser.tsx'))

/** For users; a visitor has no schedule to follow anybody in. */
export function FollowCreator({ video }: { video: VideoInfo }) {
  const isSignedIn = useSession().kind === 'signed_in'
  if (!isSignedIn || !video.channelId) return null
  return (
    <Suspense>
      <FollowOfUser video={video} />
    </Suspense>
  )
}
