import { Link, NavLink, useLocation } from 'react-router'
import { useStart } from '../../api/start.ts'
import { fullName, initials, useProfile } from '../../features/auth/profile.ts'
import { useLogOut } from '../../features/auth/queries.ts'
import { useEntitlement } from '../../features/subscriptions/queries.ts'
import { useSummaryWatch } from '../../features/summaries/watch/WatchContext.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Regions } from '../../ui/ErrorBoundary.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { texts } from '../texts.ts'
import { destinations } from './destinations.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

/** Fixed on the left on desktops, a drawer on smaller screens. */
export function SideMenu({ onLeave }: { onLeave?: () => void }) {
  const { isGenerating } = useSummaryWatch()
  const { pathname } = useLocation()
  return (
    <nav className="side-menu" aria-label={texts.menu.label}>
      <Regions name="menu">
        <Profile onLeave={onLeave} />
        <ul className="side-menu__items">
          {destinations.map(({ path, label, icon, hasDivider }) => (
            <li key={path} className={hasDivider ? 'side-menu__group' : undefined}>
              <NavLink
                className="side-menu__item"
                to={path}
                // Included in support messages: the page the user came from.
                state={path === '/support' ? { from: pathname } : undefined}
                onClick={onLeave}
              >
                <Icon name={icon} />
                {label}
                {isGenerating && path === '/tabs/summarize' && (
                  <span className="spinner" role="img" aria-label={texts.menu.inProgress} />
                )}
              </NavLink>
            </li>
          ))}
        </ul>
        <Foot />
      </Regions>
    </nav>
  )
}

function Profile({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { data: user } = useProfile()
  const { data: entitlement } = useEntitlement()
  return (
    <div className="side-menu__profile">
      <Avatar src={user?.profilePicture ?? null} initials={user ? initials(user) : ''} />
      <div className="side-menu__who">
        {/* Its click target covers the whole area except the plan link (shell.css). */}
        <Link className="side-menu__name clip" to="/account" onClick={onLeave}>
          {user ? fullName(user) : texts.menu.profile}
        </Link>
        {entitlement && (
          <NavLink className="side-menu__plan" to="/subscriptions" onClick={onLeave}>
            <span>{texts.menu.remaining(entitlement.month.remaining)}</span>{' '}
            <span>{texts.menu.plan(entitlement.activePlan.title)}</span>
          </NavLink>
        )}
      </div>
    </div>
  )
}

function Foot() {
  const logOut = useLogOut()
  const { data: versions } = useStart()
  return (
    <div className="side-menu__foot">
      <button type="button" className="side-menu__item" onClick={logOut}>
        <Icon name="logout" />
        {texts.menu.logOut}
      </button>
      <div className="side-menu__versions">
        <p>{texts.menu.versions(__APP_VERSION__, versions?.version)}</p>
        <ThemeToggle />
      </div>
    </div>
  )
}
