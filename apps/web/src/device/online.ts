import { useSyncExternalStore } from 'react'

/** Whether this device has a network at all; the service may be out of reach all the same. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine, atBuild)

const atBuild = () => true

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
