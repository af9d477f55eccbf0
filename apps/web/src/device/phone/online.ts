import { useSyncExternalStore } from 'react'
import type * as browsers from '../online.ts'
import { beside, Network } from './plugins.ts'

let isConnected = true

/** Also tells the page, in the words of browsers: what waits for a network listens for these. */
function hear({ connected }: { connected: boolean }): void {
  if (connected === isConnected) return
  isConnected = connected
  dispatchEvent(new Event(connected ? 'online' : 'offline'))
}

export function followNetwork(): void {
  beside(Network.addListener('networkStatusChange', hear))
  beside(Network.getStatus().then(hear))
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => isConnected)

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

useIsOnline satisfies typeof browsers.useIsOnline
