import { ApiError, CancelError } from '@recaps/contract'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connect } from '../api/connection.ts'
import { hideBroughtToken } from '../device/brought-token.ts'
import { pageFact } from '../device/page-facts.ts'
import { browserPush } from '../device/push.ts'
import { registerWorker, whenStable } from '../device/service-worker.ts'
import { createStorage } from '../device/storage.ts'
import { createTheme } from '../device/theme.ts'
import { browserWallet } from '../device/wallet.ts'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'

/** Puts the app together: storage, theme, session, connection and cache, in the order in which they need each other. */
export function createApp() {
  hideBroughtToken(location, history)
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const theme = createTheme(storage, matchMedia('(prefers-color-scheme: dark)'), document)
  const device = {
    storage,
    theme,
    push: browserPush(storage),
    wallet: browserWallet,
    productName: pageFact('product-name') ?? 'Recaps',
    signIns: pageFact('sign-in') ?? '',
  }
  const cache = createCache()
  const connection = connect(storage, () => {
    cache.clear()
    void device.push.forget()
  })
  connection.session.restore()
  whenStable(() => void registerWorker())

  const element = (router: (app: ReactNode) => ReactNode): ReactNode => (
    <Providers device={device} connection={connection} cache={cache}>
      {router(<App />)}
    </Providers>
  )
  return { connection, element }
}

/** Answers that stay the same when asked again are not asked again; everything else twice. */
const createCache = () =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: error => {
        if (!(error instanceof CancelError)) console.error(error)
      },
    }),
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
