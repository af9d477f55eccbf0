import { watchUrl } from '@recaps/domain/youtube-ids'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { openVideoExternally } from '../../../device/external-video.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'

/** A request to play the video from a time. Each request is a new object, even for the same time. */
export interface SeekRequest {
  atMs: number
}

interface Video {
  seekRequest: SeekRequest | null
  /** Opens the embedded video at a time, or seeks in it. Pauses the summary audio. */
  openAt(atMs: number): void
}

const VideoContext = createContext<Video>({ seekRequest: null, openAt() {} })

export const useVideo = () => useContext(VideoContext)

export function VideoProvider({ videoId, children }: { videoId: string; children: ReactNode }) {
  const player = usePlayer()
  const [seekRequest, setSeekRequest] = useState<SeekRequest | null>(null)
  const video = useMemo(
    () => ({
      seekRequest,
      openAt(atMs: number) {
        player.pause()
        if (!openVideoExternally(watchUrl(videoId, atMs))) setSeekRequest({ atMs })
      },
    }),
    [seekRequest, player, videoId],
  )
  return <VideoContext value={video}>{children}</VideoContext>
}
