import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { useStart } from '../api/start.ts'
import { useDevice } from '../device/DeviceContext.tsx'
import { whenStable } from '../device/service-worker.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Redirect } from '../ui/Redirect.tsx'
import { Splash } from '../ui/Splash.tsx'
import { Frame } from './Frame.tsx'
import { useRecordLastPage } from './last-page.ts'
import { PublicFrame } from './PublicFrame.tsx'
import { RedirectToLanding } from './RedirectToLanding.tsx'
import { RequireLogin } from './RequireLogin.tsx'
import { SummaryPage } from './SummaryPage.tsx'
import { screens } from './screens.tsx'
import { useScrollRestoration } from './scroll-restoration.ts'
import { WizardStepRedirect } from './WizardStepRedirect.tsx'

/** Loads once the first page is stable. If it cannot be fetched, analytics stay off and consent is not asked for. */
const VisitCounter = lazy(async () => {
  await new Promise<void>(whenStable)
  return await import('../features/analytics/VisitCounter.tsx').catch(() => ({ default: () => null }))
})

/** All routes of the app, and whether they require login. */
export function App() {
  useStart()
  useScrollRestoration()
  useRecordLastPage()
  const { hasAnalytics } = useDevice()
  return (
    <ErrorBoundary name="app">
      <Suspense fallback={<Splash />}>
        <Routes>
          <Route index element={<Home visitors={<RedirectToLanding />} />} />
          <Route path="home" element={<Home />} />
          <Route path="landing" element={<RedirectToLanding />} />
          <Route element={<PublicFrame />}>
            <Route path="login" element={<screens.Login />} />
            <Route path="registration" element={<screens.Registration />} />
            <Route path="reset-password" element={<screens.ResetPassword />} />
            <Route path="auth/callback" element={<screens.Callback />} />
            <Route path="verify-email" element={<screens.VerifyEmail />} />
          </Route>
          <Route element={<PublicFrame hasNav />}>
            <Route path="*" element={<screens.NotFound />} />
          </Route>
          <Route element={<Frame />}>
            <Route path="feedback" element={<screens.Feedback />} />
            <Route path="faq" element={<screens.Faq />} />
            <Route path="support" element={<screens.Support />} />
            <Route path="terms" element={<screens.Terms />} />
            <Route path="privacy" element={<screens.Privacy />} />
            <Route path="history-detail/:id" element={<SummaryPage />} />
            <Route element={<RequireLogin />}>
              <Route path="tabs" element={<Outlet />}>
                <Route index element={<Redirect to="/tabs/dashboard" />} />
                <Route path="dashboard" element={<screens.Schedule />} />
                <Route path="summarize" element={<screens.Generate />} />
                <Route path="history" element={<screens.History />} />
                <Route path="popular" element={<screens.Popular />} />
              </Route>
              <Route path="schedule-wizard/:step" element={<WizardStepRedirect />} />
              <Route path="schedule-wizard-channels" element={<screens.WizardChannels />} />
              <Route path="schedule-wizard-date" element={<screens.WizardDate />} />
              <Route path="schedule-wizard-frequency" element={<screens.WizardFrequency />} />
              <Route path="account" element={<screens.Account />} />
              <Route path="settings" element={<screens.Settings />} />
              <Route path="subscriptions/returned?" element={<screens.Subscriptions />} />
            </Route>
          </Route>
        </Routes>
      </Suspense>
      {hasAnalytics && (
        <Suspense>
          <VisitCounter />
        </Suspense>
      )}
    </ErrorBoundary>
  )
}

/** Home navigation (specification §2). At `/`, visitors see the landing page instead of the login page. */
function Home({ visitors = <Redirect to="/login" /> }: { visitors?: ReactNode }): ReactNode {
  const isSignedIn = useSession().kind === 'signed_in'
  return isSignedIn ? <screens.Home /> : visitors
}
