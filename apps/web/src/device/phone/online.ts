import { useSyncExternalStore } from 'react'
import type * as browsers from '../online.ts'
import { inBackground, Network } from './plugins.ts'

let isConnected = true

/** Also dispatches the browser's `online` and `offline` events, which other code listens for. */
function update({ connected }: { connected: boolean }): void {
  if (connected === isConnected) return
  isConnected = connected
  dispatchEvent(new Event(connected ? 'online' : 'offline'))
}

export function watchNetwork(): void {
  inBackground(Network.addListener('networkStatusChange', update))
  inBackground(Network.getStatus().then(update))
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
