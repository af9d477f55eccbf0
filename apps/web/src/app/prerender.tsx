import { QueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { connect } from '../api/connection.ts'
import type { Device } from '../device/DeviceContext.tsx'
import { createStorage } from '../device/storage.ts'
import { wallet } from '../device/wallet.ts'
import { LandingPage } from '../features/landing/LandingPage.tsx'
import { App } from './App.tsx'
import { Providers } from './Providers.tsx'
import { PublicFooter } from './PublicFooter.tsx'

/** The markup of a page as a stranger first sees it, for the build: signed out, in the light, with nothing asked yet. */
export const prerenderPage = (path: string): Promise<string> => rendered(path, <App />)

/** The landing page, which is a whole document: no app replaces it. */
export const prerenderLanding = (files: Omit<ComponentProps<typeof LandingPage>, 'footer'>): Promise<string> =>
  rendered('/landing', <LandingPage {...files} footer={<PublicFooter />} />)

async function rendered(path: string, page: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <Providers device={device} connection={connect(storage, { forget() {}, erase() {} })} cache={new QueryClient()}>
      <StaticRouter location={path}>{page}</StaticRouter>
    </Providers>,
  )
  return await new Response(prelude).text()
}

const storage = createStorage(() => {
  throw new Error('A build has no storage')
})
const device: Device = {
  storage,
  theme: {
    current: () => 'light',
    choice: () => 'system',
    subscribe: () => () => {},
    toggle() {},
    choose() {},
  },
  push: {
    platform: 'web',
    obstacle: () => 'unsupported',
    token: async () => null,
    allow: async () => null,
    async forget() {},
  },
  wallet,
  // The server writes its own facts here (apps/server/src/http/web-app.ts).
  productName: '%product-name%',
  signIns: '%sign-in%',
  demoLogin: '%demo-login%',
  // Nobody is asked before the page is there.
  isCounted: false,
}
