import { useEffect, useState } from 'react'
import { addressOf } from '../../../device/address.ts'
import { soundElement } from '../../../device/sound.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'

export type Listening = 'off' | 'loading' | 'playing' | 'failed'

interface Preview {
  id: string
  state: Listening
}

/** Plays one voice preview at a time. Uses a separate audio element and pauses the player, which keeps its position. */
export function useVoicePreview() {
  const player = usePlayer()
  const [audio] = useState(soundElement)
  const [preview, setPreview] = useState<Preview | null>(null)

  useEffect(() => {
    const stop = () => setPreview(null)
    const fail = () => setPreview(current => current && { ...current, state: 'failed' })
    audio.addEventListener('ended', stop)
    audio.addEventListener('error', fail)
    return () => {
      audio.removeEventListener('ended', stop)
      audio.removeEventListener('error', fail)
      silence(audio)
    }
  }, [audio])

  const updateState = (id: string, state: Listening) =>
    setPreview(current => (current?.id === id ? { id, state } : current))

  async function listen(id: string, url: string) {
    player.pause()
    setPreview({ id, state: 'loading' })
    audio.src = addressOf(url)
    try {
      await audio.play()
      updateState(id, 'playing')
    } catch (error) {
      // The preview was stopped or replaced while it was loading.
      const isAborted = error instanceof DOMException && error.name === 'AbortError'
      if (!isAborted) updateState(id, 'failed')
    }
  }

  return {
    of: (id: string): Listening => (preview?.id === id ? preview.state : 'off'),
    toggle({ id, previewUrl }: { id: string; previewUrl: string }) {
      const isOn = preview?.id === id && preview.state !== 'failed'
      if (!isOn) return void listen(id, previewUrl)
      silence(audio)
      setPreview(null)
    },
  }
}

/** Also removes the source, which cancels the download. */
function silence(audio: HTMLAudioElement) {
  audio.pause()
  audio.removeAttribute('src')
  audio.load()
}
