import { ApiError, CancelError } from '@recaps/contract'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConnectionContext } from '../api/ConnectionContext.tsx'
import { connect } from '../api/connection.ts'
import { DeviceContext } from '../device/DeviceContext.tsx'
import { createStorage } from '../device/storage.ts'
import { createTheme } from '../device/theme.ts'
import { ToastProvider } from '../ui/Toast.tsx'
import { App } from './App.tsx'

/** Puts the app together: storage, theme, session, connection and cache, in the order in which they need each other. */
export function createApp() {
  const storage = createStorage(() => localStorage)
  storage.initialise()
  const theme = createTheme(storage, matchMedia('(prefers-color-scheme: dark)'), document)
  const cache = createCache()
  const connection = connect(storage, () => cache.clear())
  connection.session.restore()

  const element = (router: (app: ReactNode) => ReactNode): ReactNode => (
    <DeviceContext value={{ storage, theme }}>
      <ConnectionContext value={connection}>
        <QueryClientProvider client={cache}>
          <ToastProvider>{router(<App />)}</ToastProvider>
        </QueryClientProvider>
      </ConnectionContext>
    </DeviceContext>
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
