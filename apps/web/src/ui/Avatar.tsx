import { useState } from 'react'
import { addressOf } from '../device/address.ts'
import './Avatar.css'

interface Props {
  /** Null where there is no picture: the initials stand in, as they do for one that cannot be loaded. */
  src: string | null
  initials: string
  isLarge?: boolean
}

/** Decoration only: the name stands beside it. */
export function Avatar({ src, initials, isLarge }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  return (
    <span className={isLarge ? 'avatar avatar--large' : 'avatar'} aria-hidden="true">
      {src && src !== failedSrc ? (
        <img src={addressOf(src)} alt="" decoding="async" onError={() => setFailedSrc(src)} />
      ) : (
        initials
      )}
    </span>
  )
}
