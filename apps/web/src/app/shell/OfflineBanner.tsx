import { useSyncExternalStore } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { texts } from '../texts.ts'

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return isOnline ? null : <Banner tone="warning">{texts.offline}</Banner>
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
