import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { toTrack } from '../../player/track.ts'
import { fetchAllPages } from '../queries.ts'
import { texts } from './texts.ts'

/**
 * Handles `?play=run-7`, the link in digest mails: queues and plays the summaries of that run, then removes the parameter so that
 * a reload does not play them again. If the browser blocks autoplay, they stay queued in the player.
 */
export default function PlayRunFromUrl() {
  const [search, setSearch] = useSearchParams()
  const client = useClient()
  const player = usePlayer()
  const toast = useToast()
  const run = /^run-(\d{1,15})$/.exec(search.get('play') ?? '')?.[1]

  useEffect(() => {
    if (!run) return
    const request = new AbortController()
    const removeParameter = () =>
      setSearch(
        before => {
          const next = new URLSearchParams(before)
          next.delete('play')
          return next
        },
        { replace: true },
      )
    fetchAllPages(client, { run: Number(run) }, request.signal).then(
      items => {
        const tracks = items.flatMap(item => toTrack(item) ?? [])
        if (tracks.length > 0) player.playList(tracks)
        else toast({ text: texts.noAudioInDigest })
        removeParameter()
      },
      () => {
        if (request.signal.aborted) return
        toast({ text: texts.digestNotLoaded, tone: 'danger' })
        removeParameter()
      },
    )
    return () => request.abort()
  }, [run, client, player, toast, setSearch])
  return null
}
