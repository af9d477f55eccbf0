import { watchUrl } from '@recaps/domain/youtube-ids'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { showElsewhere } from '../../../device/video-elsewhere.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'

/** A request to play the video from a time. Each request is a new object, even for the same time. */
export interface Wish {
  atMs: number
}

interface Video {
  wish: Wish | null
  /** Opens the embedded video at a time, or seeks in it. Pauses the summary audio. */
  openAt(atMs: number): void
}

const VideoContext = createContext<Video>({ wish: null, openAt() {} })

export const useVideo = () => useContext(VideoContext)

export function VideoProvider({ videoId, children }: { videoId: string; children: ReactNode }) {
  const player = usePlayer()
  const [wish, setWish] = useState<Wish | null>(null)
  const video = useMemo(
    () => ({
      wish,
      openAt(atMs: number) {
        player.pause()
        if (!showElsewhere(watchUrl(videoId, atMs))) setWish({ atMs })
      },
    }),
    [wish, player, videoId],
  )
  return <VideoContext value={video}>{children}</VideoContext>
}
