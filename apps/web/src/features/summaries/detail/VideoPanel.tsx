import type { VideoInfo } from '@recaps/contract'
import { toClock } from '@recaps/domain/duration'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { LengthChip } from '../../../ui/LengthChip.tsx'
import { Thumbnail } from '../../../ui/Thumbnail.tsx'
import { usePlayer, usePlayerState } from '../../player/PlayerContext.tsx'
import { videoLengthMs } from '../video-facts.ts'
import { buffering, embedUrl, parsePlayerState, pauseVideo, playFrom, playing, subscribeToPlayer } from './embed.ts'
import { texts } from './texts.ts'
import { useVideo } from './VideoContext.tsx'

/** A thumbnail until the user plays the video, so that nothing is loaded from YouTube before. */
export function VideoPanel({ video }: { video: VideoInfo }) {
  const { seekRequest, openAt } = useVideo()
  const lengthMs = videoLengthMs(video)
  if (!video.videoUrl) return null
  if (seekRequest) return <Embedded video={video} />
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
  const { seekRequest } = useVideo()
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(seekRequest)
  // The frame ignores commands until it has loaded.
  const [isLoaded, setLoaded] = useState(false)
  const isSummaryPlaying = usePlayerState(state => state.isPlaying)

  useEffect(() => {
    if (isLoaded && seekRequest && seekRequest !== first && frame.current) playFrom(frame.current, seekRequest.atMs)
  }, [isLoaded, seekRequest, first])
  useEffect(() => {
    if (isLoaded && isSummaryPlaying && frame.current) pauseVideo(frame.current)
  }, [isLoaded, isSummaryPlaying])
  usePauseWhenVideoPlays(frame)
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
        subscribeToPlayer(event.currentTarget)
        setLoaded(true)
      }}
    />
  )
}

/** Pauses the summary audio when the user starts the video inside the frame. */
function usePauseWhenVideoPlays(frame: RefObject<HTMLIFrameElement | null>) {
  const player = usePlayer()
  useEffect(() => {
    // The video starts automatically, and `openAt` has already paused the summary.
    let previous = playing
    const onMessage = (event: MessageEvent) => {
      const state = frame.current ? parsePlayerState(frame.current, event) : undefined
      if (state === undefined || state === buffering) return
      // Only on a change to playing: a late report of the old state must not stop a summary that was just started.
      if (state === playing && previous !== playing) player.pause()
      previous = state
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [frame, player])
}
