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

/** A page's markup as a visitor first sees it, for the build: signed out, light theme, nothing fetched yet. */
export const prerenderPage = (path: string): Promise<string> => renderMarkup(path, <App />)

/** The landing page as a complete document: the app never takes it over. */
export const prerenderLanding = (files: Omit<ComponentProps<typeof LandingPage>, 'footer'>): Promise<string> =>
  renderMarkup('/landing', <LandingPage {...files} footer={<PublicFooter />} />)

async function renderMarkup(path: string, page: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <Providers
      device={device}
      connection={connect(storage, { clearMemory() {}, eraseDevice() {} })}
      cache={new QueryClient()}
    >
      <StaticRouter location={path}>{page}</StaticRouter>
    </Providers>,
  )
  return await new Response(prelude).text()
}

const storage = createStorage(() => {
  throw new Error('No storage during the build')
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
    enable: async () => null,
    async disable() {},
  },
  wallet,
  // Placeholders that the server fills in (apps/server/src/http/web-app.ts).
  productName: '%product-name%',
  signInProviders: '%sign-in%',
  demoLogin: '%demo-login%',
  // Consent is asked for only after the page is shown.
  hasAnalytics: false,
}
