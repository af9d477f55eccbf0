import type { VideoChannel } from '@recaps/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { useProxiedThumbnail } from './queries.ts'

/** Channel picture, fetched only when it is near the viewport: a list can have a hundred of them. */
export function ChannelAvatar({ channel }: { channel: Pick<VideoChannel, 'title' | 'thumbnails'> }) {
  const ref = useRef<HTMLSpanElement>(null)
  const isNear = useIsNear(ref)
  const { default: small, medium } = channel.thumbnails
  const picture = useProxiedThumbnail(isNear ? small || medium : '')
  return (
    <span ref={ref}>
      <Avatar src={picture} initials={([...channel.title.trim()][0] ?? '?').toUpperCase()} />
    </span>
  )
}

function useIsNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && setNear(true), {
      rootMargin: '200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isNear])
  return isNear
}
