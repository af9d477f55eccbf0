import { useState } from 'react'
import { serverFileUrl } from '../device/server-url.ts'
import placeholder from './placeholder.svg'
import './Thumbnail.css'

type Phase = 'loading' | 'shown' | 'failed'

/**
 * The thumbnail of a video, 16:9. It is at half opacity while it loads and fades in over 0.3 s. Without a URL, or if the image
 * can't be loaded, it shows the bundled placeholder.
 */
export function Thumbnail({ src, alt = '', isEager = false }: { src: string | null; alt?: string; isEager?: boolean }) {
  return <Picture key={src ?? ''} src={src} alt={alt} isEager={isEager} />
}

function Picture({ src, alt, isEager }: { src: string | null; alt: string; isEager: boolean }) {
  const [phase, setPhase] = useState<Phase>(src ? 'loading' : 'failed')
  return (
    <img
      className="thumbnail"
      data-phase={phase}
      src={phase === 'failed' || !src ? placeholder : serverFileUrl(src)}
      alt={alt}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      // A cached image must not fade in again when its row scrolls back into view.
      ref={image => {
        if (image?.complete && image.naturalWidth > 0 && phase === 'loading') setPhase('shown')
      }}
      onLoad={() => setPhase(current => (current === 'loading' ? 'shown' : current))}
      onError={() => {
        if (phase === 'failed') return
        console.error('Thumbnail could not be loaded:', src)
        setPhase('failed')
      }}
    />
  )
}
