import type { VideoInfo } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { usePlayerState } from '../../player/PlayerContext.tsx'
import { videoLengthMs } from '../video-facts.ts'
import { embedUrl, greet, pauseVideo, playFrom } from './embed.ts'
import { texts } from './texts.ts'
import { useVideo } from './VideoContext.tsx'

/** The video: a picture until somebody wants to see it, so that nothing is loaded from elsewhere before. */
export function VideoPanel({ video }: { video: VideoInfo }) {
  const { wish, openAt } = useVideo()
  const lengthMs = videoLengthMs(video)
  if (!video.videoUrl) return null
  if (wish) return <Embedded video={video} />
  return (
    <button type="button" className="video-panel" onClick={() => openAt(0)}>
      <span className="visually-hidden">{texts.watchHere(video.title)}</span>
      <Thumbnail src={video.thumbnailUrl} isEager />
      <span className="video-panel__play">
        <Icon name="play" />
      </span>
      {lengthMs !== null && <LengthChip>{toClock(lengthMs)}</LengthChip>}
    </button>
  )
}

function Embedded({ video }: { video: VideoInfo }) {
  const { wish } = useVideo()
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(wish)
  const isSummaryPlaying = usePlayerState(state => state.isPlaying)

  useEffect(() => {
    if (wish && wish !== first && frame.current) playFrom(frame.current, wish.atMs)
  }, [wish, first])
  useEffect(() => {
    if (isSummaryPlaying && frame.current) pauseVideo(frame.current)
  }, [isSummaryPlaying])
  useEffect(() => frame.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <iframe
      ref={frame}
      className="video-panel"
      title={`${texts.video}: ${video.title}`}
      src={embedUrl(video.videoId, first?.atMs ?? 0)}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={event => greet(event.currentTarget)}
    />
  )
}
