import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../api/ConnectionContext.tsx'
import { useDevice } from '../../device/DeviceContext.tsx'
import { soundElement } from '../../device/sound.ts'
import { stepTaken } from '../../device/step-taken.ts'
import { useToast } from '../../ui/Toast.tsx'
import { createPlayer } from './engine.ts'
import { PlayerContext, usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'
import { useMediaControls } from './useMediaControls.ts'
import { usePrefetchNext } from './usePrefetchNext.ts'

interface Props {
  /** Keeps the listener's place; the player knows no lists. Without it nobody's place is kept. */
  onListened?(id: number, listenedMs: number): void
  children: ReactNode
}

/** Holds the one audio element of the app: for as long as the user is signed in, or a visitor is on a shared page. */
export function PlayerProvider({ onListened = () => {}, children }: Props) {
  const { client } = useConnection()
  const { storage } = useDevice()
  const [audio] = useState(soundElement)
  const [player] = useState(() =>
    createPlayer({
      audio,
      storage,
      now: () => Date.now(),
      onListened,
      renew: async ({ id, shareToken: token }) =>
        (await (token ? client.summaries.shared({ params: { token } }) : client.summaries.detail({ params: { id } })))
          .audioUrl,
    }),
  )

  useEffect(() => {
    document.body.append(audio)
    const letGo = player.attach()
    return () => {
      letGo()
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

/** A summary that is begun counts once, however often it is paused. */
function useTellListened() {
  const id = usePlayerState(({ isPlaying, queue }) => (isPlaying ? queue[0]?.id : undefined))
  const told = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined || id === told.current) return
    told.current = id
    stepTaken('summary listened')
  }, [id])
}

function PlayerServices() {
  const player = usePlayer()
  const toast = useToast()
  const failures = usePlayerState(state => state.failures)
  useMediaControls(player)
  usePrefetchNext()
  useTellListened()
  useEffect(() => {
    if (failures === 0) return
    const text = navigator.onLine ? texts.failed : texts.offline
    toast({ text, tone: 'danger', action: { label: texts.tryAgain, onPress: player.toggle } })
  }, [failures, player, toast])
  return null
}
