import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createApp } from './app/create-app.tsx'
import { OnPhone } from './app/OnPhone.tsx'
import { Opened } from './app/Opened.tsx'
import { learnFacts } from './device/phone/page-facts.ts'
import { openPhone, showApp } from './device/phone/phone.ts'
import { HeldPurchases } from './features/subscriptions/phone/HeldPurchases.tsx'
import './ui/tokens.css'
import './ui/base.css'

try {
  await openPhone()
  const { element } = createApp()
  const root = createRoot(document.getElementById('root')!)
  const draw = () =>
    root.render(
      element(app => (
        <BrowserRouter>
          {app}
          <Opened />
          <OnPhone />
          <HeldPurchases />
        </BrowserRouter>
      )),
    )
  draw()
  void learnFacts(draw)
} catch (error) {
  console.error('The app could not be started:', error)
}
showApp()
