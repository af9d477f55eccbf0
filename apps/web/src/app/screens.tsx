import { type ComponentType, lazy, useState } from 'react'
import { type Load, loadPage, pages, preloadedPage } from './pages.ts'

export const screens = {
  Login: screenOf(pages.login),
  Registration: screenOf(pages.registration),
  ResetPassword: screenOf(pages.resetPassword),
  Callback: screenOf(pages.callback),
  VerifyEmail: screenOf(pages.verifyEmail),
  Shell: screenOf(pages.shell),
  Home: screenOf(pages.home),
  Schedule: screenOf(pages.schedule),
  WizardChannels: screenOf(pages.wizardChannels),
  WizardDate: screenOf(pages.wizardDate),
  WizardFrequency: screenOf(pages.wizardFrequency),
  Generate: screenOf(pages.generate),
  History: screenOf(pages.history),
  Popular: screenOf(pages.popular),
  Detail: screenOf(pages.detail),
  Shared: screenOf(pages.shared),
  Account: screenOf(pages.account),
  Settings: screenOf(pages.settings),
  Subscriptions: screenOf(pages.subscriptions),
  Faq: screenOf(pages.faq),
  Support: screenOf(pages.support),
  Terms: screenOf(pages.terms),
  Privacy: screenOf(pages.privacy),
  Feedback: screenOf(pages.feedback),
  NotFound: screenOf(pages.notFound),
}

/** Loads a page's code on demand. A preloaded page renders at once; `lazy` alone would flash the splash screen. */
function screenOf(load: Load): ComponentType {
  const LazyPage = lazy(() => loadPage(load))
  return function Screen() {
    const [Page] = useState(() => preloadedPage(load) ?? LazyPage)
    return <Page />
  }
}
