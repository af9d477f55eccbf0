import { QueryClient } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { connect } from '../api/connection.ts'
import { createStorage } from '../device/storage.ts'
import { browserWallet } from '../device/wallet.ts'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'

/** The markup of a page as a stranger first sees it, for the build: signed out, in the light, with nothing asked yet. */
export async function prerenderPage(path: string): Promise<string> {
  const storage = createStorage(() => {
    throw new Error('A build has no storage')
  })
  const device = {
    storage,
    theme: {
      current: () => 'light' as const,
      choice: () => 'system' as const,
      subscribe: () => () => {},
      toggle() {},
      choose() {},
    },
    push: {
      platform: 'web' as const,
      obstacle: () => 'unsupported' as const,
      token: async () => null,
      allow: async () => null,
      async forget() {},
    },
    wallet: browserWallet,
    // The server writes its own facts here (apps/server/src/http/web-app.ts).
    productName: '%product-name%',
    signIns: '%sign-in%',
  }
  const { prelude } = await prerender(
    <Providers device={device} connection={connect(storage, () => {})} cache={new QueryClient()}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </Providers>,
  )
  return await new Response(prelude).text()
}
