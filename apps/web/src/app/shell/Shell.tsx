import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { isDesktop, useMediaQuery } from '../../device/media-query.ts'
import { useIsOnline } from '../../device/online.ts'
import { useProfile } from '../../features/auth/profile.ts'
import { VerifyBanner } from '../../features/auth/VerifyBanner.tsx'
import { NoticeBell } from '../../features/notices/NoticeBell.tsx'
import { PlayerBar } from '../../features/player/PlayerBar.tsx'
import { PlayerProvider } from '../../features/player/PlayerProvider.tsx'
import { PushWatch } from '../../features/pushes/PushWatch.tsx'
import { useHasSchedule } from '../../features/schedules/queries.ts'
import { PaymentProblemBanner } from '../../features/subscriptions/PaymentProblemBanner.tsx'
import { useChange } from '../../features/summaries/queries.ts'
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

/** The frame of the app: menu, page, player and tabs. It stays while pages change, so that the sound goes on. */
export default function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isWide = useMediaQuery(isDesktop)
  const frame = useFrame(setMenuOpen)
  const { pathname } = useLocation()
  const { mutate: change } = useChange()
  const inside = (followAgain?: () => void) => (
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
          <Notices onFollowAgain={followAgain} />
          <ErrorBoundary name="page" resetKey={pathname}>
            <Suspense fallback={<Splash />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
          <Dock />
        </div>
      </div>
      <ErrorBoundary name="shortcuts" instead={() => null}>
        <Shortcuts />
      </ErrorBoundary>
      <ErrorBoundary name="push watch" instead={() => null}>
        <PushWatch />
      </ErrorBoundary>
    </>
  )
  return (
    <FrameContext value={frame}>
      <PlayerProvider onListened={(id, listenedMs) => change({ id, listenedMs })}>
        <ErrorBoundary name="summary watch" instead={({ act }) => inside(act)}>
          <SummaryWatch>{inside()}</SummaryWatch>
        </ErrorBoundary>
      </PlayerProvider>
    </FrameContext>
  )
}

function useFrame(setMenuOpen: (isOpen: boolean) => void) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const isStepInside = key !== firstKey
  return useMemo(
    () => ({
      isStepInside,
      openMenu: () => setMenuOpen(true),
      headerEnd: <Bell />,
      goBack: (fallback: string) => (isStepInside ? navigate(-1) : navigate(fallback)),
    }),
    [isStepInside, navigate, setMenuOpen],
  )
}

const Bell = () => (
  <ErrorBoundary
    name="notices"
    instead={({ act }) => <IconButton icon="warning" label={texts.bellFailed} onClick={act} />}
  >
    <NoticeBell />
  </ErrorBoundary>
)

/** What holds on every page, above it. What asks for a network is not asked for without one. */
function Notices({ onFollowAgain }: { onFollowAgain: (() => void) | undefined }) {
  const isOnline = useIsOnline()
  // Where a session is over the profile tells (create-app.tsx), and only one that somebody looks at is asked for again.
  useProfile()
  return (
    <div className="shell__notices">
      <Regions name="what holds on every page">
        {!isOnline && <OfflineBanner />}
        {onFollowAgain && (
          <PartFailed of={{ refetch: onFollowAgain }} tone="warning">
            {texts.unfollowed}
          </PartFailed>
        )}
        <Suspense>
          <UpdateBanner />
        </Suspense>
        {isOnline && <PaymentProblemBanner />}
        {isOnline && <Reminder />}
      </Regions>
    </div>
  )
}

/** The page of a schedule says by itself what is not mailed, and offers the same. */
function Reminder() {
  const [isReminded, setReminded] = useState(false)
  const { pathname } = useLocation()
  const isSaidBelow = useHasSchedule() && pathname === '/tabs/dashboard'
  return isReminded || isSaidBelow ? null : <VerifyBanner onDone={() => setReminded(true)} />
}

/** Player and tabs stick to the bottom; their height is told to the page, for what floats above them. */
function Dock() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dock = ref.current
    if (!dock) return
    const tell = () =>
      document.documentElement.style.setProperty('--dock-height', `max(${dock.offsetHeight}px, var(--inset-bottom))`)
    const observer = new ResizeObserver(tell)
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
