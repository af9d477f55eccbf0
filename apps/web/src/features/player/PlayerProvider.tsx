import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../api/ConnectionContext.tsx'
import { createAudioElement } from '../../device/audio-element.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import { reportStep } from '../../device/report-step.ts'
import { useToast } from '../../ui/Toast.tsx'
import { createPlayer } from './engine.ts'
import { PlayerContext, usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'
import { useMediaControls } from './useMediaControls.ts'
import { usePrefetchNext } from './usePrefetchNext.ts'

interface Props {
  /** Saves the playback position. Positions are not saved without it. */
  onListened?(id: number, listenedMs: number): void
  children: ReactNode
}

/** Owns the app's only audio element, while the user is signed in or a visitor is on a shared page. */
export function PlayerProvider({ onListened = () => {}, children }: Props) {
  const { client } = useConnection()
  const { storage } = useDevice()
  const [audio] = useState(createAudioElement)
  const [player] = useState(() =>
    createPlayer({
      audio,
      storage,
      now: () => Date.now(),
      onListened,
      fetchAudioUrl: async ({ id, shareToken: token }) =>
        (await (token ? client.summaries.shared({ params: { token } }) : client.summaries.detail({ params: { id } })))
          .audioUrl,
    }),
  )

  useEffect(() => {
    document.body.append(audio)
    const detach = player.attach()
    return () => {
      detach()
      audio.remove()
    }
  }, [audio, player])

  return (
    <PlayerContext value={player}>
      <PlayerServices />
      {children}
    </PlayerContext>
  )
}

/** Counts a summary as listened to once, even if it is paused and resumed. */
function useTrackListening() {
  const id = usePlayerState(({ isPlaying, queue }) => (isPlaying ? queue[0]?.id : undefined))
  const reportedId = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined || id === reportedId.current) return
    reportedId.current = id
    reportStep('summary listened')
  }, [id])
}

function PlayerServices() {
  const player = usePlayer()
  const toast = useToast()
  const failures = usePlayerState(state => state.failureCount)
  useMediaControls(player)
  usePrefetchNext()
  useTrackListening()
  useEffect(() => {
    if (failures === 0) return
    const text = navigator.onLine ? texts.failed : texts.offline
    toast({ text, tone: 'danger', action: { label: texts.tryAgain, onPress: player.toggle } })
  }, [failures, player, toast])
  return null
}
