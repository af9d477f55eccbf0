import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { isDesktop, useMediaQuery } from '../../device/media-query.ts'
import { useIsOnline } from '../../device/online.ts'
import { useProfile } from '../../features/auth/profile.ts'
import { VerifyBanner } from '../../features/auth/VerifyBanner.tsx'
import { NotificationBell } from '../../features/notifications/NotificationBell.tsx'
import { PlayerBar } from '../../features/player/PlayerBar.tsx'
import { PlayerProvider } from '../../features/player/PlayerProvider.tsx'
import { PushListener } from '../../features/push/PushListener.tsx'
import { useHasSchedule } from '../../features/schedules/queries.ts'
import { PaymentProblemBanner } from '../../features/subscriptions/PaymentProblemBanner.tsx'
import { useUpdateSummary } from '../../features/summaries/queries.ts'
import { SummaryWatch } from '../../features/summaries/watch/SummaryWatch.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBoundary, Regions } from '../../ui/ErrorBoundary.tsx'
import { FrameContext } from '../../ui/Page.tsx'
import { PartFailed } from '../../ui/PartFailed.tsx'
import { Splash } from '../../ui/Splash.tsx'
import { texts } from '../texts.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import './shell.css'

const UpdateBanner = lazy(() => import('./UpdateBanner.tsx'))

/** The app's frame: menu, page, player and tabs. It stays mounted across pages so that playback continues. */
export default function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isWide = useMediaQuery(isDesktop)
  const frame = useFrame(setMenuOpen)
  const { pathname } = useLocation()
  const { mutate: change } = useUpdateSummary()
  const renderShell = (retryWatch?: () => void) => (
    <>
      <a className="skip-link" href="#main">
        {texts.skip}
      </a>
      <div className="shell">
        {isWide ? (
          <SideMenu />
        ) : (
          <Dialog kind="drawer" label={texts.menu.label} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
            <SideMenu onLeave={() => setMenuOpen(false)} />
          </Dialog>
        )}
        <div className="shell__page around-page">
          <Banners onRetryWatch={retryWatch} />
          <ErrorBoundary name="page" resetKey={pathname}>
            <Suspense fallback={<Splash />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
          <Dock />
        </div>
      </div>
      <ErrorBoundary name="shortcuts" fallback={() => null}>
        <Shortcuts />
      </ErrorBoundary>
      <ErrorBoundary name="push watch" fallback={() => null}>
        <PushListener />
      </ErrorBoundary>
    </>
  )
  return (
    <FrameContext value={frame}>
      <PlayerProvider onListened={(id, listenedMs) => change({ id, listenedMs })}>
        <ErrorBoundary name="summary watch" fallback={({ run }) => renderShell(run)}>
          <SummaryWatch>{renderShell()}</SummaryWatch>
        </ErrorBoundary>
      </PlayerProvider>
    </FrameContext>
  )
}

function useFrame(setMenuOpen: (isOpen: boolean) => void) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const hasHistory = key !== firstKey
  return useMemo(
    () => ({
      isStepInside: hasHistory,
      openMenu: () => setMenuOpen(true),
      headerEnd: <Bell />,
      goBack: (fallback: string) => (hasHistory ? navigate(-1) : navigate(fallback)),
    }),
    [hasHistory, navigate, setMenuOpen],
  )
}

const Bell = () => (
  <ErrorBoundary
    name="notices"
    fallback={({ run }) => <IconButton icon="warning" label={texts.bellFailed} onClick={run} />}
  >
    <NotificationBell />
  </ErrorBoundary>
)

/** Banners above every page. Those that need a network are hidden while offline. */
function Banners({ onRetryWatch }: { onRetryWatch: (() => void) | undefined }) {
  const isOnline = useIsOnline()
  // A 401 invalidates the profile (create-app.tsx). Only mounted queries are refetched, so it must be used on every page.
  useProfile()
  return (
    <div className="shell__notices">
      <Regions name="banners">
        {!isOnline && <OfflineBanner />}
        {onRetryWatch && (
          <PartFailed query={{ refetch: onRetryWatch }} tone="warning">
            {texts.liveUpdatesPaused}
          </PartFailed>
        )}
        <Suspense>
          <UpdateBanner />
        </Suspense>
        {isOnline && <PaymentProblemBanner />}
        {isOnline && <VerifyReminder />}
      </Regions>
    </div>
  )
}

/** Hidden on the schedule page, which has its own reminder to confirm the email address. */
function VerifyReminder() {
  const [isDone, setDone] = useState(false)
  const { pathname } = useLocation()
  const isOnSchedulePage = useHasSchedule() && pathname === '/tabs/dashboard'
  return isDone || isOnSchedulePage ? null : <VerifyBanner onDone={() => setDone(true)} />
}

/** Player and tabs, fixed to the bottom. Publishes its height as `--dock-height` for elements that float above it. */
function Dock() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dock = ref.current
    if (!dock) return
    const publishHeight = () =>
      document.documentElement.style.setProperty('--dock-height', `max(${dock.offsetHeight}px, var(--inset-bottom))`)
    const observer = new ResizeObserver(publishHeight)
    observer.observe(dock)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--dock-height')
    }
  }, [])
  return (
    <div className="dock" ref={ref}>
      <Regions name="player">
        <PlayerBar />
      </Regions>
      <TabBar />
    </div>
  )
}
