import { NavLink } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { texts } from '../texts.ts'
import { destinations } from './destinations.ts'

/** The main pages as tabs at the bottom, on phones. */
export function TabBar() {
  return (
    <nav className="tab-bar" aria-label={texts.menu.tabs}>
      {destinations
        .filter(destination => destination.isTab)
        .map(({ path, shortLabel, icon }) => (
          <NavLink key={path} className="tab-bar__tab" to={path}>
            <Icon name={icon} />
            {shortLabel}
          </NavLink>
        ))}
    </nav>
  )
}
