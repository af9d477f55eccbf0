import type { VideoInfo } from '@recaps/contract'
import FollowButton from '../../schedules/FollowButton.tsx'
import { useSchedule } from '../../schedules/queries.ts'

export default function FollowCreatorButton({ video }: { video: VideoInfo }) {
  const { data: schedule } = useSchedule()
  return schedule === undefined ? null : <FollowButton video={video} schedule={schedule} />
}
