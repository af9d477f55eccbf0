import { ApiError, CancelError } from '@recaps/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connect } from '../api/connection.ts'
import { deleteOfflineData } from '../device/offline-data.ts'
import { canSaveOffline } from '../device/offline-support.ts'
import { openStorage } from '../device/open-storage.ts'
import { pageFact } from '../device/page-facts.ts'
import { pushDevice } from '../device/push.ts'
import { registerWorker, whenStable } from '../device/service-worker.ts'
import { createStorage, withFallback } from '../device/storage.ts'
import { createTheme } from '../device/theme.ts'
import { hideUrlToken } from '../device/url-token.ts'
import { wallet } from '../device/wallet.ts'
import { profileKey } from '../features/auth/profile.ts'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'

/**
 * Creates storage, theme, session, connection and cache, and connects them. `leave` removes the event listeners and cancels the
 * work that waits for the page to be stable.
 */
export function createApp() {
  hideUrlToken(location, history)
  const storage = createStorage(openStorage)
  storage.initialise()
  const theme = createTheme(storage, matchMedia('(prefers-color-scheme: dark)'), document)
  const device = {
    storage,
    theme,
    push: pushDevice(storage),
    wallet,
  }
  const cache = createCache()
  const connection = connect(storage, {
    clearMemory: () => cache.clear(),
    eraseDevice() {
      withFallback(deleteOfflineData, undefined)
      void device.push.disable()
    },
  })
  const { restore, current } = connection.session
  restore()
  // An earlier logout may have been interrupted, for example by closing the tab.
  if (current().kind === 'signed_out') withFallback(deleteOfflineData, undefined)
  // `pageshow`: a page restored from the back/forward cache has missed all storage events.
  for (const event of ['storage', 'pageshow']) addEventListener(event, restore)
  const cancelStart = whenStable(() => {
    void registerWorker()
    if (canSaveOffline())
      void import('./offline.ts').then(({ enableOfflineUse }) => enableOfflineUse(cache, connection, storage))
  })

  // Page facts are read on every call: on phones they can change after the start.
  const element = (router: (app: ReactNode) => ReactNode): ReactNode => (
    <Providers device={{ ...device, ...readPageFacts() }} connection={connection} cache={cache}>
      {router(<App />)}
    </Providers>
  )
  const leave = () => {
    cancelStart()
    for (const event of ['storage', 'pageshow']) removeEventListener(event, restore)
  }
  return { connection, element, leave }
}

const readPageFacts = () => ({
  productName: pageFact('product-name') ?? 'Recaps',
  signInProviders: pageFact('sign-in') ?? '',
  demoLogin: pageFact('demo-login') ?? '',
  hasAnalytics: /counting:/.test(pageFact('third-parties') ?? ''),
})

/** Retries failed queries twice, except client errors (4xx), which would fail again. */
function createCache(): QueryClient {
  /** Only logs: the caller gets the error too and shows it (specification §8). */
  const onError = (error: Error) => {
    if (!(error instanceof CancelError)) console.error(error)
    // Only a 401 of a user call ends the session (specification §4). After any other 401, refetching the profile decides.
    if (error instanceof ApiError && error.status === 401)
      void cache.invalidateQueries({ queryKey: profileKey }, { cancelRefetch: false })
  }
  const cache = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The server may run on this machine, reachable without a network. So offline mode never holds back a request.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
        refetchOnWindowFocus: false,
      },
    },
  })
  return cache
}
