import { type ReactNode, useEffect, useState } from 'react'
import { useConnection } from '../../api/ConnectionContext.tsx'
import { useDevice } from '../../device/DeviceContext.tsx'
import { useToast } from '../../ui/Toast.tsx'
import { createPlayer } from './engine.ts'
import { PlayerContext, usePlayer, usePlayerState } from './PlayerContext.tsx'
import { texts } from './texts.ts'
import { useMediaControls } from './useMediaControls.ts'
import { usePrefetchNext } from './usePrefetchNext.ts'

interface Props {
  /** Keeps the listener's place; the player knows no lists. */
  onListened(id: number, listenedMs: number): void
  children: ReactNode
}

/** Holds the one audio element of the app for as long as the user is signed in. */
export function PlayerProvider({ onListened, children }: Props) {
  const { client } = useConnection()
  const { storage } = useDevice()
  const [audio] = useState(() => {
    const element = document.createElement('audio')
    element.preload = 'auto'
    return element
  })
  const [player] = useState(() =>
    createPlayer({
      audio,
      storage,
      now: () => Date.now(),
      onListened,
      renew: async id => (await client.summaries.detail({ params: { id } })).audioUrl,
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

function PlayerServices() {
  const player = usePlayer()
  const toast = useToast()
  const hasFailed = usePlayerState(state => state.hasFailed)
  useMediaControls(player)
  usePrefetchNext()
  useEffect(() => {
    if (!hasFailed) return
    toast({ text: texts.failed, tone: 'danger', action: { label: texts.tryAgain, onPress: player.toggle } })
  }, [hasFailed, player, toast])
  return null
}
