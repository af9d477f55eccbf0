import { useState } from 'react'
import { serverFileUrl } from '../device/server-url.ts'
import './Avatar.css'

interface Props {
  /** Null if there is no picture. The initials are shown then, or if the picture can't be loaded. */
  src: string | null
  initials: string
  isLarge?: boolean
}

/** Decorative: the name is next to it. */
export function Avatar({ src, initials, isLarge }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span className={isLarge ? 'avatar avatar--large' : 'avatar'} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={serverFileUrl(src)} alt="" decoding="async" onError={() => setFailedSrc(src)} />
      ) : (
        initials
      )}
    </span>
  )
}
