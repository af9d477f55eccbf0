import { useEffect, useState } from 'react'
import { createAudioElement } from '../../../device/audio-element.ts'
import { serverFileUrl } from '../../../device/server-url.ts'
import { usePlayer } from '../../player/PlayerContext.tsx'

export type PreviewState = 'off' | 'loading' | 'playing' | 'failed'

interface Preview {
  id: string
  state: PreviewState
}

/** Plays one voice preview at a time. Uses a separate audio element and pauses the player, which keeps its position. */
export function useVoicePreview() {
  const player = usePlayer()
  const [audio] = useState(createAudioElement)
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

  const updateState = (id: string, state: PreviewState) =>
    setPreview(current => (current?.id === id ? { id, state } : current))

  async function listen(id: string, url: string) {
    player.pause()
    setPreview({ id, state: 'loading' })
    audio.src = serverFileUrl(url)
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
    of: (id: string): PreviewState => (preview?.id === id ? preview.state : 'off'),
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
