import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { usePlayer } from '../../player/PlayerContext.tsx'
import { trackOf } from '../../player/track.ts'
import { readAll } from '../queries.ts'
import { texts } from './texts.ts'

/**
 * `?play=run-7`, as the mail of a digest links to it: what that run brought is queued and played, and the
 * address says it no more, so that a reload does not begin again. Browsers that want a touch first leave it in the player.
 */
export default function RunInAddress() {
  const [search, setSearch] = useSearchParams()
  const client = useClient()
  const player = usePlayer()
  const toast = useToast()
  const run = /^run-(\d{1,15})$/.exec(search.get('play') ?? '')?.[1]

  useEffect(() => {
    if (!run) return
    const left = new AbortController()
    const done = () =>
      setSearch(
        before => {
          const next = new URLSearchParams(before)
          next.delete('play')
          return next
        },
        { replace: true },
      )
    readAll(client, { run: Number(run) }, left.signal).then(
      items => {
        const tracks = items.flatMap(item => trackOf(item) ?? [])
        if (tracks.length > 0) player.playList(tracks)
        else toast({ text: texts.nothingToHear })
        done()
      },
      () => {
        if (left.signal.aborted) return
        toast({ text: texts.runNotRead, tone: 'danger' })
        done()
      },
    )
    return () => left.abort()
  }, [run, client, player, toast, setSearch])
  return null
}
