import { ApiError, CancelError } from '@recaps/contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connect } from '../api/connection.ts'
import { hideBroughtToken } from '../device/brought-token.ts'
import { canKeep } from '../device/can-keep.ts'
import { forgetKept } from '../device/kept-names.ts'
import { pageFact } from '../device/page-facts.ts'
import { pushDevice } from '../device/push.ts'
import { registerWorker, whenStable } from '../device/service-worker.ts'
import { createStorage, leniently } from '../device/storage.ts'
import { openStore } from '../device/store.ts'
import { createTheme } from '../device/theme.ts'
import { wallet } from '../device/wallet.ts'
import { profileKey } from '../features/auth/profile.ts'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'

/**
 * Puts the app together: storage, theme, session, connection and cache, in the order in which they need each other. `leave`
 * calls off what waits for the page to be at rest or for other tabs.
 */
export function createApp() {
  hideBroughtToken(location, history)
  const storage = createStorage(openStore)
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
    forget: () => cache.clear(),
    erase() {
      leniently(forgetKept, undefined)
      void device.push.forget()
    },
  })
  const { restore, current } = connection.session
  restore()
  // A log-out may have been cut off, as by a tab that was closed.
  if (current().kind === 'signed_out') leniently(forgetKept, undefined)
  // The second is for a page that comes back out of the browser's memory: it has heard nothing meanwhile.
  for (const event of ['storage', 'pageshow']) addEventListener(event, restore)
  const rest = whenStable(() => {
    void registerWorker()
    if (canKeep()) void import('./offline.ts').then(({ workOffline }) => workOffline(cache, connection, storage))
  })

  // Drawn anew, it goes by what the page knows then.
  const element = (router: (app: ReactNode) => ReactNode): ReactNode => (
    <Providers device={{ ...device, ...factsOfPage() }} connection={connection} cache={cache}>
      {router(<App />)}
    </Providers>
  )
  const leave = () => {
    rest()
    for (const event of ['storage', 'pageshow']) removeEventListener(event, restore)
  }
  return { connection, element, leave }
}

const factsOfPage = () => ({
  productName: pageFact('product-name') ?? 'Recaps',
  signIns: pageFact('sign-in') ?? '',
  demoLogin: pageFact('demo-login') ?? '',
  isCounted: /counting:/.test(pageFact('third-parties') ?? ''),
})

/** Answers that stay the same when asked again are not asked again; everything else twice. */
function createCache(): QueryClient {
  /** Whoever called hears of it too, and says so to the user (specification §8). */
  const onError = (error: Error) => {
    if (!(error instanceof CancelError)) console.error(error)
    // Only calls for the user end a session (specification §4): where another one is refused, that of the profile tells.
    if (error instanceof ApiError && error.status === 401)
      void cache.invalidateQueries({ queryKey: profileKey }, { cancelRefetch: false })
  }
  const cache = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The service may be on this very machine: only an answer that does not come shows that there is none.
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
