import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createApp } from './app/create-app.tsx'
import { ExternalLinks } from './app/ExternalLinks.tsx'
import { PhoneIntegration } from './app/PhoneIntegration.tsx'
import { hideSplashScreen, initializePhone } from './device/phone/initialize-phone.ts'
import { fetchFacts } from './device/phone/page-facts.ts'
import { StorePurchaseReporter } from './features/subscriptions/phone/StorePurchaseReporter.tsx'
import './ui/tokens.css'
import './ui/base.css'

try {
  await initializePhone()
  const { element } = createApp()
  const root = createRoot(document.getElementById('root')!)
  const draw = () =>
    root.render(
      element(app => (
        <BrowserRouter>
          {app}
          <ExternalLinks />
          <PhoneIntegration />
          <StorePurchaseReporter />
        </BrowserRouter>
      )),
    )
  draw()
  void fetchFacts(draw)
} catch (error) {
  console.error('The app could not be started:', error)
}
hideSplashScreen()
