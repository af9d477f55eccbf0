import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { readAll } from '../queries.ts'
import { texts } from './texts.ts'

/**
 * Handles `?play=run-7`, the link in digest mails: queues and plays the summaries of that run, then removes the parameter so that
 * a reload does not play them again. If the browser blocks autoplay, they stay queued in the player.
 */
export default function RunInAddress() {
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
    readAll(client, { run: Number(run) }, request.signal).then(
      items => {
        const tracks = items.flatMap(item => trackOf(item) ?? [])
        if (tracks.length > 0) player.playList(tracks)
        else toast({ text: texts.nothingToHear })
        removeParameter()
      },
      () => {
        if (request.signal.aborted) return
        toast({ text: texts.runNotRead, tone: 'danger' })
        removeParameter()
      },
    )
    return () => request.abort()
  }, [run, client, player, toast, setSearch])
  return null
}
