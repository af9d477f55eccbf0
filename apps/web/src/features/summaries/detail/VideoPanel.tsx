import type { VideoInfo } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { videoLengthMs } from '../video-facts.ts'
import { buffering, embedUrl, greet, pauseVideo, playFrom, playing, stateTold } from './embed.ts'
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
  // Until then nobody in the frame hears what is wished.
  const [isLoaded, setLoaded] = useState(false)
  const isSummaryPlaying = usePlayerState(state => state.isPlaying)

  useEffect(() => {
    if (isLoaded && wish && wish !== first && frame.current) playFrom(frame.current, wish.atMs)
  }, [isLoaded, wish, first])
  useEffect(() => {
    if (isLoaded && isSummaryPlaying && frame.current) pauseVideo(frame.current)
  }, [isLoaded, isSummaryPlaying])
  useSilenceFrom(frame)
  useEffect(() => frame.current?.scrollIntoView({ block: 'nearest' }), [])

  return (
    <iframe
      ref={frame}
      className="video-panel"
      title={`${texts.video}: ${video.title}`}
      src={embedUrl(video.videoId, first?.atMs ?? 0)}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={event => {
        greet(event.currentTarget)
        setLoaded(true)
      }}
    />
  )
}

/** Pauses the summary when the video is started inside the frame. */
function useSilenceFrom(frame: RefObject<HTMLIFrameElement | null>) {
  const player = usePlayer()
  useEffect(() => {
    // It opens to play, which silenced the summary already.
    let before = playing
    const hear = (event: MessageEvent) => {
      const state = frame.current ? stateTold(frame.current, event) : undefined
      if (state === undefined || state === buffering) return
      // Only when it starts: what it says of a moment ago comes late where somebody has just pressed Listen.
      if (state === playing && before !== playing) player.pause()
      before = state
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [frame, player])
}
