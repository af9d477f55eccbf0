import { useSyncExternalStore } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { texts } from '../texts.ts'

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className="offline">
      <Banner tone="warning">{texts.offline}</Banner>
    </div>
  )
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
