import { type ReactNode, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { useStart } from '../api/start.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { Splash } from './Splash.tsx'
import { screens } from './screens.tsx'
import { useScrollMemory } from './scroll-memory.ts'
import { UserOnly } from './UserOnly.tsx'

/** Every page of the app and who may see it. */
export function App() {
  useStart()
  useScrollMemory()
  return (
    <ErrorBoundary name="app">
      <Suspense fallback={<Splash />}>
        <Routes>
          <Route index element={<Home />} />
          <Route element={<PublicFrame />}>
            <Route path="login" element={<screens.Login />} />
            <Route path="registration" element={<screens.Registration />} />
            <Route path="reset-password" element={<screens.ResetPassword />} />
            <Route path="auth/callback" element={<screens.Callback />} />
            <Route path="verify-email" element={<screens.VerifyEmail />} />
            <Route path="*" element={<screens.NotFound />} />
          </Route>
          <Route element={<Frame />}>
            <Route path="feedback" element={<screens.Feedback />} />
            <Route path="support" element={<Navigate to="/feedback" replace />} />
            <Route element={<UserOnly />}>
              <Route path="tabs" element={<Outlet />}>
                <Route index element={<Navigate to="/tabs/dashboard" replace />} />
                <Route path="dashboard" element={<screens.Schedule />} />
                <Route path="summarize" element={<screens.Generate />} />
                <Route path="history" element={<screens.History />} />
              </Route>
              <Route path="schedule-wizard-channels" element={<screens.WizardChannels />} />
              <Route path="schedule-wizard-date" element={<screens.WizardDate />} />
              <Route path="schedule-wizard-frequency" element={<screens.WizardFrequency />} />
              <Route path="history-detail/:id" element={<screens.Detail />} />
              <Route path="account" element={<screens.Account />} />
              <Route path="settings" element={<screens.Settings />} />
              <Route path="subscriptions" element={<screens.Subscriptions />} />
            </Route>
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function Home(): ReactNode {
  const isSignedIn = useSession().kind === 'signed_in'
  return isSignedIn ? <screens.Home /> : <Navigate to="/login" replace />
}
