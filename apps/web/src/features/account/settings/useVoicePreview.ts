import { useEffect, useState } from 'react'
import { addressOf } from '../../../device/address.ts'
import { soundElement } from '../../../device/sound.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'

export type Listening = 'off' | 'loading' | 'playing' | 'failed'

interface Preview {
  id: string
  state: Listening
}

/** Plays one voice at a time, on an element of its own: the player keeps its place, and rests meanwhile. */
export function useVoicePreview() {
  const player = usePlayer()
  const [audio] = useState(soundElement)
  const [preview, setPreview] = useState<Preview | null>(null)

  useEffect(() => {
    const off = () => setPreview(null)
    const fail = () => setPreview(current => current && { ...current, state: 'failed' })
    audio.addEventListener('ended', off)
    audio.addEventListener('error', fail)
    return () => {
      audio.removeEventListener('ended', off)
      audio.removeEventListener('error', fail)
      silence(audio)
    }
  }, [audio])

  const stateOf = (id: string, state: Listening) =>
    setPreview(current => (current?.id === id ? { id, state } : current))

  async function listen(id: string, url: string) {
    player.pause()
    setPreview({ id, state: 'loading' })
    audio.src = addressOf(url)
    try {
      await audio.play()
      stateOf(id, 'playing')
    } catch (error) {
      // Another voice, or silence, was asked for before this one came.
      const isTakenBack = error instanceof DOMException && error.name === 'AbortError'
      if (!isTakenBack) stateOf(id, 'failed')
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

/** Without a source nothing is loaded any more either. */
function silence(audio: HTMLAudioElement) {
  audio.pause()
  audio.removeAttribute('src')
  audio.load()
}
