import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useSession } from '../api/ConnectionContext.tsx'
import { useProductName } from '../device/DeviceContext.tsx'
import { useIsOnline } from '../device/online.ts'
import { ErrorBoundary, Regions } from '../ui/ErrorBoundary.tsx'
import { PublicFooter } from './PublicFooter.tsx'
import { OfflineBanner } from './shell/OfflineBanner.tsx'
import { ThemeToggle } from './shell/ThemeToggle.tsx'
import { texts } from './texts.ts'
import './public-frame.css'

/** Frame of the pages for visitors: logo, name and theme toggle, and links with `hasNav`. */
export const PublicFrame = ({ hasNav }: { hasNav?: boolean }) => (
  <div className="public-frame">
    <header className="public-frame__header">
      <a className="public-frame__brand" href="/">
        <img src="/icon.svg" alt="" width={32} height={32} />
        {useProductName()}
      </a>
      <div className="public-frame__end">
        {hasNav && <PublicNav />}
        <ThemeToggle />
      </div>
    </header>
    {!useIsOnline() && (
      <div className="public-frame__notice">
        <OfflineBanner isVisitor />
      </div>
    )}
    <ErrorBoundary name="page" resetKey={useLocation().pathname}>
      <Outlet />
    </ErrorBoundary>
    <Regions name="footer">
      <PublicFooter />
    </Regions>
  </div>
)

function PublicNav() {
  const isSignedIn = useSession().kind === 'signed_in'
  const { pathname } = useLocation()
  const { nav } = texts
  return (
    <nav className="public-nav" aria-label={nav.label}>
      <NavLink className="public-nav__link public-nav__link--roomy" to="/faq">
        {nav.faq}
      </NavLink>
      <NavLink className="public-nav__link public-nav__link--roomy" to="/support">
        {nav.support}
      </NavLink>
      <Link
        className="button button--secondary public-nav__in"
        to={isSignedIn ? '/' : '/login'}
        // After login, visitors return to the summary they were reading.
        state={pathname.startsWith('/history-detail/') ? { from: pathname } : null}
      >
        {isSignedIn ? nav.home : nav.logIn}
      </Link>
    </nav>
  )
}
